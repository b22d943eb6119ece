import { Anchor, SegmentedControl, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ChargeSum } from '@service/sdk';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { number, percent } from '../../lib/format';
import type { Period } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { dimensions, useNameOf, useSums, worth, type Dimension } from './data';

/** What the charges of a period are made of, by what one likes. */
export function Breakdown({ period, currency, put }: { period: Period; currency: string | null; put: (more: Search) => void }) {
  const { t } = useTranslation('charges');
  const { search } = usePlace();
  const by = dimensions.find((d) => d === search.by) ?? 'category';
  const sums = useSums(by, period);
  const days = useSums('day', period); // with several labels a charge counts several times, but is a part of these once
  const rows = (sums.data?.groupBy === by ? sums.data.data : []).filter((r) => r.currency === currency);
  return (
    <Card title={t('breakdown')}>
      <div className="ch-scroll">
        <SegmentedControl size="xs" mb="sm" aria-label={t('breakdown')} value={by} onChange={(v) => put({ by: v === 'category' ? undefined : v })} data={dimensions.map((value) => ({ value, label: t(`dimension.${value}`) }))} />
      </div>
      {sums.error ? <Trouble error={sums.error} retry={() => void sums.refetch()} /> : rows.length === 0 ? <Loading lines={4} /> : <Rows by={by} rows={rows} whole={by === 'label' ? (days.data?.data ?? []).filter((r) => r.currency === currency) : rows} />}
      {by === 'label' && <Text size="xs" className="quiet" mt="xs">{t('labelHint')}</Text>}
    </Card>
  );
}

/** A row for each key, with its share of the whole. */
function Rows({ by, rows, whole }: { by: Dimension; rows: ChargeSum[]; whole: ChargeSum[] }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  const total = whole.reduce((n, r) => n + Number(r.amount), 0);
  const counts = whole.reduce((n, r) => n + r.count, 0);
  const shareOf = (r: ChargeSum) => Math.min(Math.max(total > 0 ? Number(r.amount) / total : counts > 0 ? r.count / counts : 0, 0), 1);
  const sorted = by === 'month' ? rows : rows.toSorted((a, b) => Number(b.amount) - Number(a.amount) || b.count - a.count);
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table verticalSpacing="xs" aria-label={`${t('breakdown')}: ${t(`dimension.${by}`)}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`dimension.${by}`)}</Table.Th>
            {(['count', 'free', 'unpriced', 'amount'] as const).map((c) => <Table.Th key={c} ta="end" visibleFrom={c === 'free' || c === 'unpriced' ? 'sm' : undefined}>{t(`column.${c}`)}</Table.Th>)}
            <Table.Th w="22%" visibleFrom="sm">{t('column.share')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((r) => (
            <Table.Tr key={r.key}>
              <Table.Th scope="row" fw={500}>
                {by === 'broadcast' && r.key ? <Anchor component={Link} to={`/broadcasts/${r.key}` as never} size="sm"><bdi>{nameOf(by, r.key)}</bdi></Anchor> : <bdi>{nameOf(by, r.key)}</bdi>}
              </Table.Th>
              <Table.Td ta="end" className="amount">{number(r.count)}</Table.Td>
              <Table.Td ta="end" className="amount" visibleFrom="sm">{number(r.free)}</Table.Td>
              <Table.Td ta="end" className="amount" visibleFrom="sm">{number(r.unpriced)}</Table.Td>
              <Table.Td ta="end" className="amount">{worth(r.amount, r.currency)}</Table.Td>
              <Table.Td visibleFrom="sm"><span className="quiet amount">{percent(shareOf(r))}</span><span className="ch-share" aria-hidden><i style={{ width: `${shareOf(r) * 100}%` }} /></span></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
