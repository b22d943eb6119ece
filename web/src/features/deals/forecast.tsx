import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Alert, Anchor, Group, Paper, SegmentedControl, Select, SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Forecast, Pipeline } from '@service/sdk';
import { DayInput } from '../../components/day-input';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { money, number } from '../../lib/format';
import { usePlace, type Search } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { usePeople } from './data';

const groupings = ['stage', 'month', 'owner', 'category'] as const;
type Group_ = Forecast['groups'][number];

/** What the open deals are worth, by what one likes, now or on an earlier day. */
export default function DealForecast({ pipeline }: { pipeline: Pipeline }) {
  const { t, i18n } = useTranslation('deals');
  const { search, go } = usePlace();
  const me = useMe();
  const people = usePeople();
  const groupBy = groupings.find((g) => g === search.group) ?? 'stage';
  const put = (more: Search) => go({ part: 'deals', search: { ...search, ...more }, replace: true });
  const forecast = useQuery({
    queryKey: ['deals', 'forecast', pipeline.id, groupBy, search.at, search.currency], placeholderData: keepPreviousData,
    queryFn: () => api.pipelines.forecast(pipeline.id, { groupBy, currency: search.currency, at: endOf(search.at) }),
  });
  const nameOf = (id: string): string => {
    if (groupBy === 'stage') return pipeline.stages.find((s) => s.id === id)?.name ?? id;
    if (groupBy === 'owner') return id ? people.find((p) => p.id === id)?.name ?? t('somebody') : t('forecast.nobody');
    if (groupBy === 'category') return t(`category.${id}`);
    return id ? new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' }).format(new Date(`${id}-15T12:00:00`)) : t('forecast.noMonth');
  };
  const currencies = [...new Set([pipeline.currency, ...(forecast.data?.amounts ?? []).map((a) => a.currency)])].filter((c): c is string => Boolean(c));
  return (
    <div className="forecast">
      <Group mb="md" gap="sm" align="end">
        <SegmentedControl aria-label={t('forecast.by')} value={groupBy} onChange={(group) => put({ group })} data={groupings.map((value) => ({ value, label: t(`forecast.by_${value}`) }))} />
        <DayInput label={t('forecast.at')} max={today()} value={search.at ?? ''} change={(at) => put({ at })} />
        <Select label={t('forecast.convert')} placeholder={t('forecast.each')} clearable w={170} data={currencies} value={search.currency ?? null} onChange={(v) => put({ currency: v ?? undefined })} />
        {may(me, 'conversations:read') && <Anchor component={Link} to={'/reports/deals' as never} search={{ view: 'bridge', pipelineId: pipeline.id } as never} size="sm" py={8}>{t('forecast.bridge')}</Anchor>}
      </Group>
      {forecast.isLoading && <Loading />}
      {forecast.error && <Trouble error={forecast.error} retry={() => void forecast.refetch()} />}
      {forecast.data?.deals === 0 && <Empty title={t('noDeals')} />}
      {forecast.data && forecast.data.deals > 0 && <Numbers forecast={forecast.data} nameOf={nameOf} currency={search.currency} main={search.currency ?? mainOf(forecast.data)} />}
    </div>
  );
}

const today = () => new Date().toISOString().slice(0, 10);

/** The end of an earlier day; nothing for today, which is not over. */
function endOf(day: string | undefined): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  return end < new Date() ? end : undefined;
}

/** The currency of most deals: the chart is of this one, as nothing unconverted may be added. */
const mainOf = (f: Forecast) => [...f.amounts].sort((a, b) => b.deals - a.deals).find((a) => a.currency)?.currency ?? '';

function worth(group: Pick<Group_, 'amounts' | 'converted'>, currency: string, converted: boolean): { amount: string; weighted: string } | undefined {
  if (converted) return group.converted?.amount && group.converted.weightedAmount ? { amount: group.converted.amount, weighted: group.converted.weightedAmount } : undefined;
  const own = group.amounts.find((a) => a.currency === currency);
  return own && { amount: own.amount, weighted: own.weightedAmount };
}

function Numbers({ forecast, nameOf, currency, main }: { forecast: Forecast; nameOf: (id: string) => string; currency: string | undefined; main: string }) {
  const { t } = useTranslation('deals');
  const missing = forecast.converted?.missingRates ?? [];
  const totals = currency ? [{ currency, deals: forecast.deals, ...worth(forecast, currency, true) }]
    : forecast.amounts.filter((a) => a.currency).map((a) => ({ currency: a.currency!, deals: a.deals, amount: a.amount, weighted: a.weightedAmount }));
  const bars = forecast.groups.map((g) => {
    const w = worth(g, main, Boolean(currency));
    return { name: nameOf(g.id), amount: Number(w?.amount ?? 0), weighted: Number(w?.weighted ?? 0) };
  });
  return (
    <>
      {missing.length > 0 && <Alert color="yellow" variant="light" mb="md"><Text size="sm" c="var(--warn-text)">{t('forecast.missing', { currencies: missing.join(', ') })}</Text></Alert>}
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        {totals.map((x) => (
          <Paper key={x.currency} withBorder p="sm">
            <Text size="sm" className="quiet">{t('forecast.weighted')} · {x.currency}</Text>
            <Text fw={700} size="xl" className="amount">{x.weighted ? money(x.weighted, x.currency) : '–'}</Text>
            <Text size="sm" className="quiet amount">{x.amount && t('forecast.of', { amount: money(x.amount, x.currency), deals: number(x.deals) })}</Text>
          </Paper>
        ))}
      </SimpleGrid>
      {main && (
        <Paper withBorder p="md" mb="md" aria-hidden>
          <BarChart barChartProps={{ accessibilityLayer: false }} h={260} data={bars} dataKey="name" withLegend valueFormatter={(v) => money(String(v), main)} yAxisProps={{ width: 104 }}
            series={[{ name: 'amount', label: `${t('forecast.amount')} (${main})`, color: 'brand.3' }, { name: 'weighted', label: `${t('forecast.weighted')} (${main})`, color: 'brand.8' }]} />
        </Paper>
      )}
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs" aria-label={t('view.forecast')}>
          <Table.Thead><Table.Tr><Table.Th>{t(`forecast.by_${forecast.groupBy}`)}</Table.Th><Table.Th ta="end">{t('title')}</Table.Th><Table.Th ta="end">{t('forecast.amount')}</Table.Th><Table.Th ta="end">{t('forecast.weighted')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {forecast.groups.map((g) => {
              const lines = currency ? [{ currency, ...worth(g, currency, true) }] : g.amounts.filter((a) => a.currency).map((a) => ({ currency: a.currency!, amount: a.amount, weighted: a.weightedAmount }));
              return (
                <Table.Tr key={g.id}>
                  <Table.Th scope="row" fw={500}><bdi>{nameOf(g.id)}</bdi></Table.Th>
                  <Table.Td ta="end" className="amount">{number(g.deals)}</Table.Td>
                  <Table.Td ta="end" className="amount">{lines.map((l) => <div key={l.currency}>{l.amount ? money(l.amount, l.currency) : '–'}</div>)}</Table.Td>
                  <Table.Td ta="end" className="amount">{lines.map((l) => <div key={l.currency}>{l.weighted ? money(l.weighted, l.currency) : '–'}</div>)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
