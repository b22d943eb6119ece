import { Button, Group, Select, SegmentedControl, SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { AIUsage } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { saveCSV } from '../../lib/csv';
import { milliseconds, money, number, percent } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { reachesAll, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { Calls } from './calls';
import { useAssistants, useProviders } from './data';

const UsageChart = later(() => import('./usage-chart'));
const groupings = ['assistant', 'provider', 'model', 'purpose'] as const;
const spans = [7, 30, 90] as const;
type Group_ = AIUsage['groups'][number];

/** The first day of so many, in UTC as the service counts them. */
const since = (days: number) => new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);

/** What assistants used, and what that cost. */
export function Usage() {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const { search, go } = usePlace();
  const span = spans.find((s) => String(s) === search.days) ?? 30;
  const by = groupings.find((g) => g === search.by) ?? 'assistant';
  const put = (change: Record<string, string>) => go({ part: 'assistants', parts: ['usage'], search: { ...search, ...change }, replace: true });
  const from = since(span);
  const days = useQuery({ queryKey: ['ai', 'usage', from, 'day'], queryFn: () => api.ai.usage({ from, groupBy: 'day' }), placeholderData: keepPreviousData, refetchInterval: 60_000 });
  const groups = useQuery({ queryKey: ['ai', 'usage', from, by], queryFn: () => api.ai.usage({ from, groupBy: by }), placeholderData: keepPreviousData });
  if (days.error) return <Trouble error={days.error} retry={() => void days.refetch()} />;
  if (!days.data) return <Loading />;
  const { total } = days.data;
  return (
    <>
      <Group mb="md"><SegmentedControl size="xs" aria-label={t('usage.span')} value={String(span)} onChange={(v) => put({ days: v })} data={spans.map((s) => ({ value: String(s), label: t('usage.days', { n: s }) }))} /></Group>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('usage.cost')} value={money(total.cost.amount, total.cost.currency)} hint={total.unpricedCalls > 0 && t('usage.unpriced', { n: number(total.unpricedCalls) })} />
        <Figure label={t('usage.tokens')} value={number(total.tokens.total)} hint={total.estimatedTokens > 0 && t('usage.estimated', { n: number(total.estimatedTokens) })} />
        <Figure label={t('usage.calls')} value={number(total.calls)} hint={total.failed > 0 && t('usage.failed', { n: number(total.failed) })} />
        <Figure label={t('usage.cache')} value={percent(total.cache.hitRate)} hint={total.cache.hits > 0 && t('usage.saved', { n: number(total.cache.tokensSaved.total) })} />
      </SimpleGrid>
      {total.calls > 0 && <Card title={t('usage.perDay')}><Suspense fallback={<Loading lines={5} />}><UsageChart usage={days.data} /></Suspense></Card>}
      <Groups by={by} choose={(v) => put({ by: v })} groups={groups.data?.groups ?? []} span={span} />
      {reachesAll(me) && <Calls />}
    </>
  );
}

function Groups({ by, choose, groups, span }: { by: (typeof groupings)[number]; choose: (by: string) => void; groups: readonly Group_[]; span: number }) {
  const { t } = useTranslation('assistants');
  const providers = useProviders().data;
  const assistants = useAssistants().data;
  const nameOf = (g: Group_): string => {
    if (by === 'assistant') return assistants?.find((a) => a.id === g.assistantId)?.name ?? (g.assistantId ? t('usage.gone') : t('usage.noAssistant'));
    if (by === 'provider') return providers?.find((p) => p.id === g.providerId)?.name ?? (g.providerId ? t('usage.gone') : '–');
    if (by === 'model') return g.model || '–';
    return g.purpose ? t(`purpose.${g.purpose}`) : '–';
  };
  const rows = [...groups].sort((a, b) => Number(b.cost.amount) - Number(a.cost.amount) || b.tokens.total - a.tokens.total);
  const save = () => void saveCSV([[by, 'calls', 'failed', 'tokens', 'cost', 'currency', 'latencyP50Ms', 'latencyP99Ms'], ...rows.map((g) => [nameOf(g), g.calls, g.failed, g.tokens.total, g.cost.amount, g.cost.currency, g.latencyMs.p50, g.latencyMs.p99])], `ai-usage-${span}-days.csv`);
  return (
    <Card title={t('usage.by')} actions={(
      <Group gap="xs">
        <Select size="xs" w={160} aria-label={t('usage.by')} allowDeselect={false} value={by} onChange={(v) => v && choose(v)} data={groupings.map((g) => ({ value: g, label: t(`usage.by_${g}`) }))} />
        <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} disabled={rows.length === 0} onClick={save}>{t('app:action.export')}</Button>
      </Group>
    )}>
      {rows.length === 0 ? <Text size="sm" className="quiet">{t('usage.none')}</Text> : (
        <div className="framed" tabIndex={0}>
          <Table verticalSpacing="xs">
            <Table.Thead><Table.Tr><Table.Th>{t(`usage.by_${by}`)}</Table.Th><Table.Th ta="end">{t('usage.calls')}</Table.Th><Table.Th ta="end">{t('usage.tokens')}</Table.Th><Table.Th ta="end">{t('usage.cost')}</Table.Th><Table.Th ta="end">{t('usage.latency')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((g, i) => (
                <Table.Tr key={i}>
                  <Table.Th scope="row" fw={500}><bdi>{nameOf(g)}</bdi></Table.Th>
                  <Table.Td ta="end" className="amount">{number(g.calls)}{g.failed > 0 && <Text size="xs" c="var(--mantine-color-error)">{t('usage.failed', { n: number(g.failed) })}</Text>}</Table.Td>
                  <Table.Td ta="end" className="amount">{number(g.tokens.total)}</Table.Td>
                  <Table.Td ta="end" className="amount">{money(g.cost.amount, g.cost.currency)}</Table.Td>
                  <Table.Td ta="end" className="amount">{number(g.latencyMs.p50)} / {milliseconds(g.latencyMs.p99)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
