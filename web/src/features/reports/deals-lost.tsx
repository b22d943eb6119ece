import { Table } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { money, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { spanOf, useLost } from './data';
import type { DealsProps } from './deals';
import { currencyKey } from './deals-data';
import { Count, Share } from './parts';

/** Why deals were lost, and what they were worth then. */
export function Lost({ pipeline, open }: DealsProps) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const query = useLost(pipeline.id, spanOf(search));
  if (query.error) return <Trouble error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const { count, reasons } = query.data;
  if (count === 0) return <Empty icon={IconChartBar} title={t('deals.noneLost')}>{t('deals.noneHint')}</Empty>;
  return (
    <Card title={t('deals.view.lost')}>
      <Table.ScrollContainer minWidth={280}>
        <Table verticalSpacing={6} aria-label={t('deals.view.lost')}>
          <Table.Thead><Table.Tr><Table.Th>{t('deals.reason')}</Table.Th><Table.Th ta="end">{t('deals.count')}</Table.Th><Table.Th w="35%" visibleFrom="xs">{t('share')}</Table.Th><Table.Th ta="end">{t('deals.amount')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {reasons.map((r) => {
              const name = r.name || t('deals.noReason');
              return (
                <Table.Tr key={r.reasonId}>
                  <Table.Th scope="row" fw={500}><bdi>{name}</bdi></Table.Th>
                  <Table.Td ta="end"><Count n={r.count} label={name} open={() => open(`lost ${r.reasonId || 'none'}`)} /></Table.Td>
                  <Table.Td visibleFrom="xs"><Share share={r.share} /></Table.Td>
                  <Table.Td ta="end" className="amount">{r.currencies.map((c) => <div key={currencyKey(c.currency)}>{c.currency ? money(c.amount, c.currency) : t('deals.withoutAmount', { n: number(c.deals) })}</div>)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
