import { Alert, Button, Select, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, Segment } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { ContactPicker } from './contact-picker';
import { FilterBuilder } from './filter';
import { TablePicker } from './table';
import type { Draft } from './wizard';

type Audience = Draft['audience'];
const kinds = ['segmentId', 'filter', 'contactIds', 'recipients', 'table'] as const;
type Kind = (typeof kinds)[number];

export const isChosen = (a: Audience): boolean => Boolean(a.segmentId || a.filter || a.contactIds?.length || a.recipients?.length);

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  faults: Record<string, string>;
  kept?: Broadcast;
  busy: boolean;
  back: () => void;
  next: () => void;
}

/** The second step: to whom it goes. */
export function AudienceStep({ draft, change, faults, kept, busy, back, next }: Props) {
  const { t } = useTranslation('broadcasts');
  const { audience } = draft;
  const { search } = usePlace();
  const [kind, setKind] = useState<Kind>(() => (draft.table ? 'table' : kinds.find((k) => k !== 'table' && audience[k])) ?? kinds.find((k) => k === search.audience) ?? 'segmentId');
  const choose = (a: Audience) => change({ audience: a, table: undefined });
  const chosen = isChosen(audience) || Boolean(draft.table);
  const fault = Object.entries(faults).find(([p]) => p.startsWith('/audience'))?.[1];
  return (
    <form onSubmit={(e) => { e.preventDefault(); next(); }}>
      <Stack gap="md" maw={720}>
        {kept && !chosen && <Alert color="blue">{t('audienceKept', { count: kept.counts.recipients })}</Alert>}
        <SegmentedControl
          className="bc-kinds" value={kind} aria-label={t('step.audience')} data={kinds.map((k) => ({ value: k, label: t(`audience.${k}`) }))}
          onChange={(k) => { setKind(k as Kind); choose({}); }}
        />
        {kind === 'segmentId' && <SegmentPicker value={audience.segmentId} change={(segmentId) => choose(segmentId ? { segmentId } : {})} />}
        {kind === 'filter' && <FilterBuilder change={(filter) => choose(filter ? { filter } : {})} />}
        {kind === 'contactIds' && <ContactPicker chosen={audience.contactIds ?? []} change={(contactIds) => choose({ contactIds })} />}
        {kind === 'recipients' && <NumberList variables={draft.template?.parameters ?? []} change={(recipients) => choose({ recipients })} />}
        {kind === 'table' && <TablePicker value={draft.table} variables={draft.template?.parameters ?? []} change={(table) => change({ audience: {}, table })} faults={faults} />}
        {fault && <Text c="red" size="sm" role="alert">{fault}</Text>}
        <Text size="sm" className="quiet">{t('audienceHint')}</Text>
      </Stack>
      <div className="bc-foot">
        <Button variant="default" onClick={back}>{t('app:action.back')}</Button>
        <Button type="submit" loading={busy} disabled={!chosen && !kept}>{t('toForecast')}</Button>
      </div>
    </form>
  );
}

function SegmentPicker({ value, change }: { value?: string; change: (id?: string) => void }) {
  const { t } = useTranslation('broadcasts');
  const list = useQuery({
    queryKey: ['segments'],
    queryFn: async () => {
      const all: Segment[] = [];
      for await (const one of api.segments.list({ limit: 200 })) all.push(one);
      return all;
    },
  });
  const count = useQuery({ queryKey: ['segment-count', value], queryFn: () => api.segments.count(value!), enabled: Boolean(value) });
  if (list.error) return <Trouble error={list.error} />;
  if (!list.data) return <Loading lines={2} />;
  if (list.data.length === 0) return <Text className="quiet">{t('segmentsNone')}</Text>;
  return (
    <>
      <Select
        label={t('audience.segmentId')} placeholder={t('segmentChoose')} searchable value={value ?? null} onChange={(id) => change(id ?? undefined)}
        data={list.data.map((s) => ({ value: s.id, label: s.name }))}
      />
      {count.data && <Text size="sm" role="status" fw={600}>{t(count.data.complete ? 'found' : 'foundAtLeast', { count: count.data.count, n: number(count.data.count) })}</Text>}
    </>
  );
}

/** Reads lines of a number and values, in the order of the template's variables. */
export function readNumbers(text: string, variables: string[]): NonNullable<Audience['recipients']> {
  return text.split('\n').map((l) => l.split(/[,;\t]/).map((v) => v.trim())).filter(([to]) => to).map(([to = '', ...values]) => ({
    to,
    ...(values.some(Boolean) ? { parameters: Object.fromEntries(variables.map((name, i) => [name, values[i] ?? '']).filter(([, v]) => v)) } : {}),
  }));
}

function NumberList({ variables, change }: { variables: string[]; change: (recipients: NonNullable<Audience['recipients']>) => void }) {
  const { t } = useTranslation('broadcasts');
  const [text, setText] = useState('');
  const found = readNumbers(text, variables).length;
  return (
    <Textarea
      label={t('audience.recipients')} autosize minRows={6} maxRows={16} value={text} dir="ltr"
      description={variables.length > 0 ? t('numbersWithValues', { names: variables.join(', ') }) : t('numbersHint')}
      placeholder={['+14155550123', ...variables].join(', ')} error={undefined}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      onChange={(e) => { setText(e.currentTarget.value); change(readNumbers(e.currentTarget.value, variables)); }}
      rightSection={found > 0 ? <Text size="xs" className="quiet">{number(found)}</Text> : undefined}
    />
  );
}
