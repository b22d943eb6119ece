import { Button, SegmentedControl, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Broadcast } from '@service/sdk';
import { Page } from '../../components/page';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { money, number, percent, when } from '../../lib/format';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Bar, Status } from './status';

const statuses = ['draft', 'scheduled', 'running', 'paused', 'completed', 'canceled'] as const;

export function BroadcastList() {
  const { t } = useTranslation('broadcasts');
  const me = useMe();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const status = statuses.find((s) => s === search.status);
  const list = useInfiniteQuery({
    queryKey: ['broadcasts', status],
    queryFn: ({ pageParam }) => api.broadcasts.list({ status, limit: 50, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // Figures move without events; only while something is under way are they asked for again.
    refetchInterval: ({ state }) => (state.data?.pages.some((p) => p.data.some((b) => b.status === 'running')) ? 3000 : false),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['broadcasts'] });
  useLive(['broadcast.'], refresh, refresh);
  const write = may(me, 'messages:write');
  const create = () => go({ part: 'broadcasts', parts: ['new'] });
  useOffer(write ? [{ label: t('new'), keys: 'C', run: create }] : []);
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Page title={t('title')} actions={write && <Button leftSection={<IconPlus size={16} />} onClick={create}>{t('new')}</Button>}>
      <div style={{ overflowX: 'auto', marginBlockEnd: 12 }}>
        <SegmentedControl
          size="xs" aria-label={t('column.status')} value={status ?? ''} onChange={(s) => go({ part: 'broadcasts', search: { status: s }, replace: true })}
          data={[{ value: '', label: t('all') }, ...statuses.map((s) => ({ value: s, label: t(`status.${s}`) }))]}
        />
      </div>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : list.isPending ? <Loading /> : rows.length === 0 ? (
        <Empty icon={IconSpeakerphone} title={t(status ? 'noneHere' : 'none')}>{!status && t('noneHint')}</Empty>
      ) : (
        <Rows rows={rows} />
      )}
      {list.hasNextPage && <Button mt="md" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('app:state.more')}</Button>}
    </Page>
  );
}

function Rows({ rows }: { rows: Broadcast[] }) {
  const { t } = useTranslation('broadcasts');
  const { go } = usePlace();
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {(['name', 'status', 'progress', 'recipients', 'delivered', 'read', 'failed', 'charge', 'when'] as const).map((c) => (
              <Table.Th key={c} ta={['recipients', 'delivered', 'read', 'failed', 'charge'].includes(c) ? 'end' : undefined}>{t(`column.${c}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((b) => (
            <Table.Tr key={b.id} className="bc-row" onClick={() => go({ part: 'broadcasts', parts: [b.id] })}>
              <Table.Td>
                <Link to={`/broadcasts/${b.id}` as never} className="nav-plain" onClick={(e) => e.stopPropagation()} style={{ color: 'inherit', fontWeight: 600, textDecoration: 'none' }}>
                  <bdi>{b.name}</bdi>
                </Link>
                <Text size="xs" className="quiet">{b.templateName} · {b.language}</Text>
              </Table.Td>
              <Table.Td><Status status={b.status} /></Table.Td>
              <Table.Td miw={120}><Bar broadcast={b} /></Table.Td>
              <Table.Td ta="end" className="amount">{number(b.counts.recipients)}</Table.Td>
              <Table.Td ta="end" className="amount">{share(b, 'delivered')}</Table.Td>
              <Table.Td ta="end" className="amount">{share(b, 'read')}</Table.Td>
              <Table.Td ta="end" className="amount">{number(b.counts.failed)}</Table.Td>
              <Table.Td ta="end" className="amount">{money(b.charge.amount, b.charge.currency)}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{when(b.startedAt ?? b.scheduledAt ?? b.createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The part of all recipients, once it has begun. */
const share = ({ startedAt, counts }: Broadcast, of: 'delivered' | 'read') => (startedAt && counts.recipients > 0 ? percent(counts[of] / counts.recipients) : '–');
