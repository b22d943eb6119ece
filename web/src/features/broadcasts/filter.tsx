import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SegmentFilter } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { number } from '../../lib/format';

const kinds = ['tag', 'noTag', 'country', 'consent', 'seen', 'notSeen', 'name', 'deal'] as const;
interface Line {
  key: number;
  kind: (typeof kinds)[number];
  words: string[];
  text: string;
  days: number;
}

function filterOf(line: Line): SegmentFilter | undefined {
  switch (line.kind) {
    case 'tag': return line.words.length > 0 ? { tag: { anyOf: line.words } } : undefined;
    case 'noTag': return line.words.length > 0 ? { tag: { noneOf: line.words } } : undefined;
    case 'country': return line.words.length > 0 ? { country: { anyOf: line.words.map((w) => w.replace(/\D/g, '')) } } : undefined;
    case 'consent': return { consent: { marketing: (line.text || 'opted_in') as 'opted_in' } };
    case 'seen': return { lastSeen: { withinDays: line.days } };
    case 'notSeen': return { not: { lastSeen: { withinDays: line.days } } };
    case 'name': return line.text.trim() ? { name: { contains: line.text.trim() } } : undefined;
    case 'deal': return { deal: { status: (line.text || 'open') as 'open' } };
  }
}

/** Builds a filter of a few conditions, and tells at once whom it finds. */
export function FilterBuilder({ change }: { change: (filter?: SegmentFilter) => void }) {
  const { t } = useTranslation('broadcasts');
  const [join, setJoin] = useState<'all' | 'any'>('all');
  const [lines, setLines] = useState<Line[]>([{ key: 0, kind: 'tag', words: [], text: '', days: 30 }]);
  const set = (next: Line[], how = join) => {
    setLines(next);
    setJoin(how);
    const parts = next.map(filterOf).filter((f) => f !== undefined);
    change(parts.length > 0 ? { [how]: parts } : undefined);
  };
  const parts = lines.map(filterOf).filter((f) => f !== undefined);
  return (
    <Stack gap="sm">
      <SegmentedControl size="xs" w="fit-content" aria-label={t('filter.join')} value={join} data={(['all', 'any'] as const).map((v) => ({ value: v, label: t(`filter.${v}`) }))} onChange={(v) => set(lines, v as 'all')} />
      {lines.map((line) => (
        <Group key={line.key} gap="xs" align="start" wrap="nowrap">
          <Select
            aria-label={t('filter.kind')} w={190} allowDeselect={false} value={line.kind} data={kinds.map((k) => ({ value: k, label: t(`filter.${k}`) }))}
            onChange={(k) => set(lines.map((l) => (l === line ? { ...l, kind: k as Line['kind'], words: [], text: '' } : l)))}
          />
          <div style={{ flex: 1, minWidth: 0 }}><Value line={line} change={(part) => set(lines.map((l) => (l === line ? { ...l, ...part } : l)))} /></div>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('filter.remove')} disabled={lines.length === 1} onClick={() => set(lines.filter((l) => l !== line))}><IconTrash size={16} /></ActionIcon>
        </Group>
      ))}
      <Button w="fit-content" size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => set([...lines, { key: Math.max(...lines.map((l) => l.key)) + 1, kind: 'tag', words: [], text: '', days: 30 }])}>{t('filter.add')}</Button>
      <Found filter={parts.length > 0 ? { [join]: parts } : undefined} />
    </Stack>
  );
}

function Value({ line, change }: { line: Line; change: (part: Partial<Line>) => void }) {
  const { t } = useTranslation('broadcasts');
  const label = t(`filter.${line.kind}`);
  if (line.kind === 'tag' || line.kind === 'noTag' || line.kind === 'country') {
    return <TagsInput aria-label={label} placeholder={line.words.length > 0 ? undefined : t(line.kind === 'country' ? 'filter.countryHint' : 'filter.tagHint')} value={line.words} onChange={(words) => change({ words })} acceptValueOnBlur />;
  }
  if (line.kind === 'seen' || line.kind === 'notSeen') return <NumberInput aria-label={label} min={1} max={3650} value={line.days} suffix={` ${t('filter.days')}`} onChange={(v) => change({ days: Number(v) || 1 })} />;
  if (line.kind === 'name') return <TextInput aria-label={label} dir="auto" value={line.text} onChange={(e) => change({ text: e.currentTarget.value })} />;
  const choices = line.kind === 'deal' ? ['open', 'won', 'lost'] : ['opted_in', 'opted_out', 'unknown'];
  return <Select aria-label={label} allowDeselect={false} value={line.text || choices[0]!} data={choices.map((c) => ({ value: c, label: t(`filter.${c}`) }))} onChange={(v) => change({ text: v ?? '' })} />;
}

function Found({ filter }: { filter?: SegmentFilter }) {
  const { t } = useTranslation('broadcasts');
  const [wanted] = useDebouncedValue(filter ? JSON.stringify(filter) : '', 300);
  const found = useQuery({
    queryKey: ['filter-preview', wanted],
    queryFn: ({ signal }) => api.segments.preview({ filter: JSON.parse(wanted) as SegmentFilter }, { signal }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  if (!filter) return null;
  if (found.error) return <Text size="sm" c="red" role="alert">{explain(found.error)}</Text>;
  if (!found.data) return null;
  const { count, complete, contacts } = found.data;
  return (
    <Text size="sm" role="status">
      <b>{t(complete ? 'found' : 'foundAtLeast', { count, n: number(count) })}</b>{' '}
      <bdi className="quiet">{contacts.slice(0, 4).map((c) => c.name || c.phone).join(', ')}{count > 4 && ' …'}</bdi>
    </Text>
  );
}
