import { ActionIcon, Button, Group, NativeSelect, NumberInput, Paper, SegmentedControl, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useContactFields } from './data';
import { FieldInput } from './field-input';
import { useKnownTags } from './filters';
import type { Rule, Rules } from './rules';

const kinds = ['tag', 'consent', 'lastSeen', 'created', 'bought', 'answered', 'opened', 'name', 'country', 'deal', 'field'] as const;

const begin = (kind: string): Rule => {
  switch (kind) {
    case 'tag': case 'country': return { kind, values: [] };
    case 'consent': return { kind, state: 'opted_in' };
    case 'lastSeen': case 'created': case 'bought': case 'answered': case 'opened': return { kind, days: 30 };
    case 'name': return { kind, text: '' };
    case 'deal': return { kind, status: 'open' };
    default: return { kind: 'field', key: '', value: null };
  }
};

/** The lines of a filter, as a form. */
export function Conditions({ rules: { mode, rules }, change }: { rules: Rules; change: (rules: Rules) => void }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const custom = useContactFields();
  const offered = kinds.filter((k) => k !== 'field' || custom.data?.length);
  const put = (at: number, rule: Rule) => change({ mode, rules: rules.map((r, i) => (i === at ? rule : r)) });
  return (
    <Stack gap="xs">
      <SegmentedControl aria-label={t('rule.mode')} value={mode} onChange={(m) => change({ mode: m === 'any' ? 'any' : 'all', rules })}
        data={[{ value: 'all', label: t('rule.all') }, { value: 'any', label: t('rule.any') }]} />
      {rules.map((rule, at) => (
        <Paper key={at} withBorder p="xs" component="section" aria-label={t('rule.line', { number: at + 1 })}>
          <Group gap="xs" align="start" wrap="nowrap">
            <Group gap="xs" align="start" flex={1}>
              <NativeSelect aria-label={t('rule.what')} value={rule.kind} data={offered.map((k) => ({ value: k, label: t(`rule.kind_${k}`) }))} onChange={(e) => put(at, begin(e.currentTarget.value))} />
              <NativeSelect aria-label={t('rule.holds')} value={rule.not ? 'not' : 'is'} data={[{ value: 'is', label: t('rule.is') }, { value: 'not', label: t('rule.not') }]}
                onChange={(e) => put(at, { ...rule, not: e.currentTarget.value === 'not' || undefined })} />
              <div className="filter-grow"><Value rule={rule} change={(r) => put(at, r)} /></div>
            </Group>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={shared('action.delete')} disabled={rules.length === 1} onClick={() => change({ mode, rules: rules.filter((_, i) => i !== at) })}><IconX size={16} /></ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group><Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />} onClick={() => change({ mode, rules: [...rules, begin('tag')] })}>{t('rule.add')}</Button></Group>
    </Stack>
  );
}

function Value({ rule, change }: { rule: Rule; change: (rule: Rule) => void }) {
  const { t } = useTranslation('contacts');
  const known = useKnownTags();
  const custom = useContactFields();
  const label = t(`rule.kind_${rule.kind}`);
  switch (rule.kind) {
    case 'tag':
      return <TagsInput aria-label={label} placeholder={rule.values.length ? '' : t('addTag')} data={known} value={rule.values} onChange={(values) => change({ ...rule, values })} />;
    case 'country':
      return <TagsInput aria-label={label} placeholder="49, 1, 971" value={rule.values} onChange={(values) => change({ ...rule, values: values.map((v) => v.replace(/\D/g, '')).filter(Boolean) })} />;
    case 'consent':
      return <NativeSelect aria-label={label} value={rule.state} data={(['opted_in', 'opted_out', 'unknown'] as const).map((value) => ({ value, label: t(`consent.${value}`) }))} onChange={(e) => change({ ...rule, state: e.currentTarget.value as typeof rule.state })} />;
    case 'lastSeen': case 'created': case 'bought': case 'answered': case 'opened':
      return <NumberInput aria-label={label} min={1} suffix={` ${t('rule.days')}`} value={rule.days} onChange={(days) => change({ ...rule, days: Number(days) })} />;
    case 'name':
      return <TextInput aria-label={label} dir="auto" value={rule.text} onChange={(e) => change({ ...rule, text: e.currentTarget.value })} />;
    case 'deal':
      return <NativeSelect aria-label={label} value={rule.status} data={(['open', 'won', 'lost'] as const).map((value) => ({ value, label: t(`status.${value}`) }))} onChange={(e) => change({ ...rule, status: e.currentTarget.value as typeof rule.status })} />;
    case 'field': {
      const field = custom.data?.find((f) => f.key === rule.key);
      return (
        <Group gap="xs" align="end" grow>
          <NativeSelect aria-label={label} value={rule.key} data={[{ value: '', label: '…' }, ...(custom.data ?? []).map((f) => ({ value: f.key, label: f.label }))]} onChange={(e) => change({ ...rule, key: e.currentTarget.value, value: null })} />
          {field && <FieldInput field={field} value={rule.value} onChange={(value) => change({ ...rule, value })} />}
        </Group>
      );
    }
  }
}
