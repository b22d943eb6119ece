import { Button, Center, Group, Select, Table, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Delivery, EventKind } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { milliseconds, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { DeliveryState } from './attempt';
import { DeliveryDetails } from './delivery';
import { useEventTypes } from './endpoint-form';

const states: Delivery['state'][] = ['pending', 'succeeded', 'failed', 'skipped'];

/** What was sent to a receiver, the newest first. */
export function Deliveries({ endpointId, chosen, mayWrite }: { endpointId: string; chosen?: string; mayWrite: boolean }) {
  const { t } = useTranslation('developers');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const types = useEventTypes().data?.data ?? [];
  const { state, event } = search;
  const list = useInfiniteQuery({
    queryKey: ['webhook-endpoints', endpointId, 'deliveries', state, event],
    queryFn: ({ pageParam }) => api.deliveries.list(endpointId, { limit: 50, cursor: pageParam, state: state as Delivery['state'] | undefined, event: event as EventKind | undefined }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? 30_000 : data?.pages[0]?.data.length === 0 ? 1500 : 5000),
  });
  const at = (change: Record<string, string | undefined>, id?: string) =>
    go({ part: 'developers', parts: ['webhooks', endpointId, ...(id ? [id] : [])], search: { ...search, ...change }, replace: !id });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section>
      <Group justify="space-between" mb="sm" align="end">
        <h2 className="heading">{t('deliveries.title')}</h2>
        <Group gap="xs">
          <Select size="xs" aria-label={t('deliveries.state')} placeholder={t('deliveries.anyState')} clearable value={state ?? null} onChange={(v) => at({ state: v ?? undefined })}
            data={states.map((s) => ({ value: s, label: t(`deliveryState.${s}`) }))} />
          <Select size="xs" w={220} aria-label={t('test.event')} placeholder={t('deliveries.anyEvent')} clearable searchable value={event ?? null} onChange={(v) => at({ event: v ?? undefined })} data={types.map((type) => type.name)} />
        </Group>
      </Group>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconSend} title={t('deliveries.none')}>{t('deliveries.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="xs" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('test.event')}</Table.Th><Table.Th>{t('deliveries.state')}</Table.Th><Table.Th>{t('deliveries.answer')}</Table.Th>
                <Table.Th ta="end">{t('deliveries.attempts')}</Table.Th><Table.Th ta="end">{t('deliveries.latency')}</Table.Th><Table.Th>{t('deliveries.at')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td><UnstyledButton className="row-link mono" onClick={() => at({}, row.id)}><bdi>{row.event}</bdi></UnstyledButton></Table.Td>
                  <Table.Td><DeliveryState value={row.state} /></Table.Td>
                  <Table.Td>{row.statusCode ?? (row.class ? t(`class.${row.class}`, { defaultValue: row.class }) : '–')}</Table.Td>
                  <Table.Td ta="end" className="amount">{number(row.attempts)}</Table.Td>
                  <Table.Td ta="end" className="amount">{row.attemptedAt ? milliseconds(row.latencyMs) : '–'}</Table.Td>
                  <Table.Td><Moment at={row.eventCreatedAt} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {chosen && (
        <DeliveryDetails endpointId={endpointId} id={chosen} mayWrite={mayWrite} close={() => at({})}
          changed={() => void queries.invalidateQueries({ queryKey: ['webhook-endpoints', endpointId] })} />
      )}
    </section>
  );
}
