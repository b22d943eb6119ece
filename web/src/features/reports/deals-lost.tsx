import { Drawer, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deal } from '@service/sdk';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { dateTime, money, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { spanOf, useNameOf } from './data';
import type { DealsProps } from './deals';
import { byReason } from './deals-data';
import { DealLine } from './deals-items';
import { Count, Share } from './parts';

const most = 1000;

/** Why deals were lost. The API counts by no reason, so the deals themselves are counted, up to a bound that is told. */
export function Lost({ pipeline, open }: DealsProps) {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const nameOf = useNameOf();
  const { from, to } = spanOf(search);
  const reasons = useQuery({ queryKey: ['reports', 'deal-reasons'], staleTime: 300_000, queryFn: () => all(api.pipelines.reasons({ limit: 200 })) });
  const deals = useQuery({
    queryKey: ['reports', 'lost', pipeline.id],
    queryFn: async () => {
      const found: Deal[] = [];
      for await (const deal of api.deals.list({ pipelineId: pipeline.id, status: 'lost', limit: 200 })) {
        if (found.push(deal) >= most) break;
      }
      return found;
    },
  });
  const error = deals.error ?? reasons.error;
  if (error) return <Trouble error={error} retry={() => void (deals.error ? deals : reasons).refetch()} />;
  if (!deals.data || !reasons.data) return <Loading />;
  const until = new Date(`${to}T00:00:00`);
  until.setDate(until.getDate() + 1);
  const groups = byReason(deals.data, new Date(`${from}T00:00:00`), until);
  const total = groups.reduce((sum, g) => sum + g.deals.length, 0);
  const reasonOf = (id: string) => reasons.data.find((r) => r.id === id)?.name ?? (id || t('deals.noReason'));
  const chosen = search.items?.startsWith('lost ') ? groups.find((g) => g.reasonId === search.items!.slice(5)) : undefined;
  return (
    <>
      {deals.data.length >= most && <Text size="sm" className="quiet" mb="sm">{t('deals.lostBound', { n: number(most) })}</Text>}
      {total === 0 ? <Empty icon={IconChartBar} title={t('deals.noneLost')}>{t('deals.noneHint')}</Empty> : (
        <Card title={t('deals.view.lost')}>
          <Table verticalSpacing={6} aria-label={t('deals.view.lost')}>
            <Table.Thead><Table.Tr><Table.Th>{t('deals.reason')}</Table.Th><Table.Th ta="end">{t('deals.count')}</Table.Th><Table.Th w="45%">{t('share')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {groups.map((g) => (
                <Table.Tr key={g.reasonId}>
                  <Table.Th scope="row" fw={500}><bdi>{reasonOf(g.reasonId)}</bdi></Table.Th>
                  <Table.Td ta="end"><Count n={g.deals.length} label={reasonOf(g.reasonId)} open={() => open(`lost ${g.reasonId}`)} /></Table.Td>
                  <Table.Td><Share share={g.deals.length / total} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      {chosen && (
        <Drawer opened onClose={() => go({ part: 'reports', parts: ['deals'], search: { ...search, items: undefined }, replace: true })} position="right" size="md" title={<bdi>{reasonOf(chosen.reasonId)}</bdi>}>
          <ul className="rp-items">
            {chosen.deals.map((d) => <DealLine key={d.id} id={d.id} title={d.title} more={[d.closedAt ? dateTime(d.closedAt) : '', d.ownerId && nameOf('agent', d.ownerId), d.amount && d.currency ? money(d.amount, d.currency) : '', d.closeNote]} />)}
          </ul>
        </Drawer>
      )}
    </>
  );
}
