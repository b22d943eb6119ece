import { Anchor, Badge, Button, Center, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { addDecimals } from '../../lib/decimal';
import { dayText, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useAccounts, useWho, worth } from './data';
import { Reconcile } from './reconcile';

export const goesOn = (r?: Pick<Reconciliation, 'state'>) => r?.state === 'running' || r?.state === 'paused';
export const spanOf = ({ from, to }: Pick<Reconciliation, 'from' | 'to'>) => `${dayText(from)} – ${dayText(to)}`;

/** Every comparison of the ledger with what the provider says that it charged. */
export function Reconciliations() {
  const { t } = useTranslation('charges');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'charges:write');
  const [starting, setStarting] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['charges', 'reconciliations'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.charges.reconciliations({ limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some((p) => p.data.some(goesOn)) ? 2000 : false),
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" className="quiet" maw={680}>{t('reconcile.hint')}</Text>
        {mayWrite && <Button leftSection={<IconScale size={16} />} onClick={() => setStarting(true)}>{t('reconcile.start')}</Button>}
      </Group>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length === 0 ? (
        <Empty icon={IconScale} title={t('reconcile.none')}>{t('reconcile.noneHint')}</Empty>
      ) : <Rows rows={rows} />}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {starting && (
        <Reconcile close={() => setStarting(false)} done={({ id }) => {
          void queries.invalidateQueries({ queryKey: ['charges', 'reconciliations'] });
          go({ part: 'charges', parts: ['reconciliations', id] });
        }} />
      )}
    </>
  );
}

function Rows({ rows }: { rows: Reconciliation[] }) {
  const { t } = useTranslation('charges');
  const accounts = useAccounts().data;
  const who = useWho();
  return (
    <div className="framed">
      <Table verticalSpacing="sm" aria-label={t('section.reconciliations')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reconcile.period')}</Table.Th><Table.Th>{t('reconcile.account')}</Table.Th><Table.Th>{t('reconcile.with')}</Table.Th>
            <Table.Th>{t('reconcile.outcome')}</Table.Th><Table.Th ta="end">{t('reconcile.more')}</Table.Th><Table.Th>{t('reconcile.made')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((r) => (
            <Table.Tr key={r.id}>
              <Table.Td><Anchor component={Link} to={`/charges/reconciliations/${r.id}` as never} size="sm">{spanOf(r)}</Anchor></Table.Td>
              <Table.Td dir="auto">{accounts?.find((a) => a.id === r.messagingAccountId)?.name ?? r.messagingAccountId}</Table.Td>
              <Table.Td>{t(`reconcile.source_${r.source}`)}</Table.Td>
              <Table.Td><Outcome value={r} /></Table.Td>
              <Table.Td ta="end" className="amount">{r.result ? worth(sumOf(r), r.currency) : '–'}</Table.Td>
              <Table.Td><Moment at={r.startedAt} /> <Text size="xs" className="quiet" dir="auto">{who(r.madeBy)}</Text></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** By how much the provider charges more than the ledger has, all causes together. */
export function sumOf({ result }: Reconciliation): string {
  return (result?.causes ?? []).reduce((sum, c) => addDecimals(sum, c.amount), '0');
}

/** Whether both sides agree, in a word. */
export function Outcome({ value: { state, result } }: { value: Reconciliation }) {
  const { t } = useTranslation('charges');
  if (!result) return <Badge color={state === 'failed' ? 'red' : state === 'running' ? 'blue' : 'gray'} variant="light" tt="none">{t(`reconcile.state_${state}`)}</Badge>;
  if (result.differences === 0) return <Badge color="brand" variant="light" tt="none">{t('reconcile.agrees')}</Badge>;
  return <Badge color="orange" variant="light" tt="none">{t('reconcile.differences', { count: result.differences, n: number(result.differences) })}</Badge>;
}
