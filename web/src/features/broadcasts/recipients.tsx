import { Button, Group, Select, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastRecipient } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { when } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { FailedBecause } from './failures';
import { State, useReason } from './status';

const states = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'excluded', 'canceled', 'held_out', 'waiting_for_winner'] as const;
const rowHeight = 41;

/** Everybody of the audience, with what became of the message or why there is none. */
export function Recipients({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const { search, go } = usePlace();
  const state = states.find((s) => s === search.state);
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void download(api.broadcasts.exportRecipients(broadcast.id, { state }), `${broadcast.name}${state ? ` ${state}` : ''}.csv`).catch(tellError).finally(() => setSaving(false));
  };
  return (
    <>
      <Group mb="sm" justify="space-between">
        <Select
          size="xs" aria-label={t('column.status')} placeholder={t('allStates')} clearable value={state ?? null} data={states.map((s) => ({ value: s, label: t(`state.${s}`) }))}
          onChange={(s) => go({ part: 'broadcasts', parts: [broadcast.id], search: { tab: 'recipients', state: s ?? undefined }, replace: true })}
        />
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} loading={saving} onClick={save}>{t('exportCsv')}</Button>
      </Group>
      <RecipientList broadcast={broadcast} state={state} />
    </>
  );
}

/** Those in a state, or all. */
export function RecipientList({ broadcast, state }: { broadcast: Broadcast; state?: BroadcastRecipient['state'] }) {
  const { t } = useTranslation('broadcasts');
  const list = useInfiniteQuery({
    queryKey: ['broadcast-recipients', broadcast.id, state],
    queryFn: ({ pageParam }) => api.broadcasts.recipients(broadcast.id, { state, limit: 200, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: broadcast.status === 'running' ? 3000 : false,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading />;
  if (rows.length === 0) return <Empty title={t('noRecipients')} />;
  return <Rows broadcast={broadcast} rows={rows} more={() => { if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage(); }} />;
}

function Rows({ broadcast, rows, more }: { broadcast: Broadcast; rows: BroadcastRecipient[]; more: () => void }) {
  const { t } = useTranslation('broadcasts');
  const reason = useReason();
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is kept between renders
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 12 });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) more();
  });
  const variants = broadcast.experiment.variantB !== null;
  const lines = rows.some((r) => r.line !== null);
  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <div className="bc-scroll" ref={box} tabIndex={0} role="region" aria-label={t('tab.recipients')}>
      <Table fz="sm" miw={620}>
        <Table.Thead><Table.Tr>{(['number', ...(lines ? ['line' as const] : []), 'to', 'status', 'because', 'sentAt', 'answered'] as const).map((c) => <Table.Th key={c}>{t(`recipient.${c}`)}</Table.Th>)}</Table.Tr></Table.Thead>
        <Table.Tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {shown.map(({ index, key }) => {
            const r = rows[index]!;
            return (
              <Table.Tr key={key} h={rowHeight} data-index={index} ref={virtual.measureElement}>
                <Table.Td className="amount quiet">{r.number}</Table.Td>
                {lines && <Table.Td className="amount quiet">{r.line}</Table.Td>}
                <Table.Td>{r.contactId ? <Link to={`/contacts/${r.contactId}` as never} style={{ color: 'inherit' }}><bdi>{r.to || r.userId}</bdi></Link> : <bdi>{r.to || r.userId}</bdi>}</Table.Td>
                <Table.Td><State state={r.state} />{variants && r.variant && <Text span size="xs" className="quiet" ms={6}>{r.variant.toUpperCase()}</Text>}</Table.Td>
                <Table.Td maw={340}>{r.state === 'failed' ? <FailedBecause broadcast={broadcast} recipient={r} /> : r.reason && reason(r.reason)}{r.detail && <Text size="xs" className="quiet" dir="auto">{r.detail}</Text>}</Table.Td>
                <Table.Td>{r.sentAt && when(r.sentAt)}</Table.Td>
                <Table.Td>{[r.answered && t('yes'), r.tapped && t('tapped'), r.goalReached && t('goalReached')].filter(Boolean).join(' · ')}</Table.Td>
              </Table.Tr>
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </Table.Tbody>
      </Table>
    </div>
  );
}
