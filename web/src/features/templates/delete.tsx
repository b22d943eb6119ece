import { Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { useTemplates } from './data';
import { languageName } from './languages';

/** Asks whether one language goes, or all of them. */
export function DeleteTemplate({ template: x, close }: { template: Template; close: () => void }) {
  const queries = useQueryClient();
  const { t, i18n } = useTranslation('templates');
  const { go } = usePlace();
  const [every, setEvery] = useState(false);
  const languages = (useTemplates().data ?? []).filter((one) => one.name === x.name && one.messagingAccountId === x.messagingAccountId && one.status !== 'deleted');
  return (
    <Sure title={t('delete.title', { name: x.name })} label={t('app:action.delete')} close={close} run={() => api.templates.delete(x.id, { allLanguages: every })}
      done={() => {
        go({ part: 'templates', replace: true });
        void queries.invalidateQueries({ queryKey: ['templates', 'all'] }); // the one itself is not asked for again
      }}>
      <Stack gap="sm">
        <Text size="sm">{t(x.status === 'draft' ? 'delete.draft' : 'delete.hint')}</Text>
        {languages.length > 1 && (
          <Radio.Group aria-label={t('delete.what')} value={every ? 'all' : 'one'} onChange={(v) => setEvery(v === 'all')}>
            <Stack gap={6}>
              <Radio value="one" label={t('delete.one', { language: languageName(x.language, i18n.language) })} />
              <Radio value="all" label={t('delete.every', { count: languages.length })} />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </Sure>
  );
}
