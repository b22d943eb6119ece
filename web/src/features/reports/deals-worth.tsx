import { SimpleGrid, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Forecast } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dayText, money, number } from '../../lib/format';
import { later } from '../../lib/later';
import { usePlace } from '../../lib/place';
import { spanOf } from './data';
import type { DealsProps } from './deals';
import { currencyKey, endOf } from './deals-data';
import { Count } from './parts';

const Bars = later(() => import('./deals-charts').then((m) => ({ default: m.Bars })));

/** What the open deals are worth at the end of the period, by stage. */
export function Worth({ pipeline, open }: DealsProps) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const { to } = spanOf(search);
  const query = useQuery({
    queryKey: ['reports', 'worth', pipeline.id, to], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.pipelines.forecast(pipeline.id, { groupBy: 'stage', at: endOf(to) }, { signal }),
  });
  if (query.error) return <Trouble error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const f = query.data;
  if (f.deals === 0) return <Empty icon={IconChartBar} title={t('deals.noneOpen')}>{t('deals.noneOpenHint')}</Empty>;
  const amounts = f.amounts.filter((a) => a.currency);
  const main = amounts.toSorted((a, b) => b.deals - a.deals)[0]?.currency;
  const nameOf = (id: string) => pipeline.stages.find((s) => s.id === id)?.name ?? id;
  const of = (g: Forecast['groups'][number]) => g.amounts.find((a) => a.currency === main);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('deals.openOn', { day: dayText(to) })} value={<Count n={f.deals} label={t('deals.open')} size="inherit" open={() => open('worth')} />} />
        {amounts.map((a) => <Figure key={a.currency} label={t('deals.worthIn', { currency: a.currency })} value={money(a.amount, a.currency!)} hint={t('deals.weighted', { amount: money(a.weightedAmount, a.currency!) })} />)}
      </SimpleGrid>
      {main && (
        <Card title={t('deals.byStageIn', { currency: main })}>
          <Suspense fallback={<Loading />}>
            <Bars currency={main} data={f.groups.map((g) => ({ name: nameOf(g.id), amount: Number(of(g)?.amount ?? 0), weighted: Number(of(g)?.weightedAmount ?? 0) }))} />
          </Suspense>
        </Card>
      )}
      <Card title={t('deals.byStage')}>
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing={6} aria-label={t('deals.byStage')}>
            <Table.Thead><Table.Tr><Table.Th>{t('deals.stage')}</Table.Th><Table.Th ta="end">{t('deals.count')}</Table.Th><Table.Th ta="end">{t('deals.amount')}</Table.Th><Table.Th ta="end">{t('deals.weightedShort')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {f.groups.map((g) => (
                <Table.Tr key={g.id}>
                  <Table.Th scope="row" fw={500}><bdi>{nameOf(g.id)}</bdi></Table.Th>
                  <Table.Td ta="end"><Count n={g.deals} label={nameOf(g.id)} open={() => open(`worth ${g.id}`)} /></Table.Td>
                  {(['amount', 'weightedAmount'] as const).map((k) => <Table.Td key={k} ta="end" className="amount">{g.amounts.map((a) => <div key={currencyKey(a.currency)}>{a.currency ? money(a[k], a.currency) : t('deals.withoutAmount', { n: number(a.deals) })}</div>)}</Table.Td>)}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
    </>
  );
}
