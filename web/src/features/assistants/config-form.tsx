import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf } from '../../lib/faults';
import { patchesOf, sameConfig } from './config';
import { ChainCard } from './config-chain';
import { HandOffCard } from './config-hand-off';
import { KnowledgeCard } from './config-knowledge';
import { LimitsCard } from './config-limits';
import { WordsCard } from './config-words';
import { newest } from './data';

/** All that decides what an assistant says. Saving makes a draft; nothing changes for contacts. */
export function ConfigForm({ assistant, mayWrite, saved }: { assistant: AssistantDetail; mayWrite: boolean; saved: () => void }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const before = newest(assistant).config;
  const [value, setValue] = useState(before);
  const save = useMutation({
    mutationFn: async () => {
      let next = assistant;
      for (const config of patchesOf(before, value)) next = await api.assistants.update(assistant.id, { config });
      return next;
    },
    onSuccess: (next) => {
      notifications.show({ message: t('config.saved', { number: next.latestRevision }) });
      saved();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, `/config${pointer}`);
  const props = { value, fault, disabled: !mayWrite, put: (change: Partial<typeof value>) => setValue((old) => ({ ...old, ...change })) };
  const changed = !sameConfig(before, value);
  return (
    <form onSubmit={(e) => { e.preventDefault(); save.mutate(); }}>
      {!mayWrite && <Text size="sm" className="quiet" mb="sm">{t('config.readOnly')}</Text>}
      <div className="as-config">
        <div><WordsCard {...props} /><KnowledgeCard {...props} /></div>
        <div><ChainCard {...props} /><HandOffCard {...props} /><LimitsCard {...props} /></div>
      </div>
      {mayWrite && (changed || save.error) && (
        <div className="as-save">
          <Stack gap="xs">
            {save.error && <Alert color="red" role="alert">{explain(save.error)}</Alert>}
            <Group justify="space-between" gap="xs">
              <Text size="sm" className="quiet">{t('config.hint')}</Text>
              <Group gap="xs">
                <Button variant="default" onClick={() => { setValue(before); save.reset(); }}>{shared('action.cancel')}</Button>
                <Button type="submit" loading={save.isPending} disabled={!changed}>{t('config.save')}</Button>
              </Group>
            </Group>
          </Stack>
        </div>
      )}
    </form>
  );
}
