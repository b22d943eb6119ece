import { Anchor, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import type { ConfigProps } from './config';
import { sourceName, useSourceNames } from './data';

/** What an assistant answers from: all knowledge, or some of it. */
export function KnowledgeCard({ value, put, fault, disabled }: ConfigProps) {
  const { t } = useTranslation('assistants');
  const sources = useSourceNames();
  const chosen = value.knowledge?.sourceIds ?? [];
  const [some, setSome] = useState(chosen.length > 0);
  const choose = (sourceIds: string[]) => put({ knowledge: { ...value.knowledge, sourceIds } });
  return (
    <Card title={t('knowledge.title')} actions={<Anchor component={Link} to={'/assistants/knowledge' as never} size="sm">{t('choice.open')}</Anchor>}>
      <Stack gap="sm">
        <SegmentedControl aria-label={t('choice.which')} disabled={disabled} value={some ? 'some' : 'all'} data={[{ value: 'all', label: t('choice.all') }, { value: 'some', label: t('choice.some') }]}
          onChange={(which) => {
            setSome(which === 'some');
            if (which === 'all') choose([]);
          }} />
        {some ? (
          <MultiSelect aria-label={t('choice.some')} placeholder={t('choice.choose')} searchable clearable disabled={disabled} limit={100} value={chosen} onChange={choose} error={fault('/knowledge')}
            data={(sources.data ?? []).map((s) => ({ value: s.id, label: sourceName(s) }))} />
        ) : <Text size="sm" className="quiet">{t('choice.allHint')}</Text>}
      </Stack>
    </Card>
  );
}
