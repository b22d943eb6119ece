import { Button, Text, Timeline } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Deal, DealHistoryEntry } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { usePeople } from './data';

/** Everything that happened to a deal, newest first. */
export function History({ deal }: { deal: Deal }) {
  const { t: shared } = useTranslation();
  const list = useInfiniteQuery({
    queryKey: ['deals', 'history', deal.id], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.deals.history(deal.id, { limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  if (list.isLoading) return <Loading lines={3} />;
  if (list.error) return <Trouble error={list.error} />;
  return (
    <>
      <Timeline bulletSize={14} lineWidth={2}>
        {list.data?.pages.flatMap((p) => p.data).map((e) => <Timeline.Item key={e.number}><Entry entry={e} /></Timeline.Item>)}
      </Timeline>
      {list.hasNextPage && <Button variant="subtle" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </>
  );
}

function Entry({ entry }: { entry: DealHistoryEntry }) {
  const { t } = useTranslation('deals');
  const who = usePeople().find((p) => p.id === entry.by.id)?.name ?? t(`by.${entry.by.type}`, { defaultValue: t('somebody') });
  return (
    <>
      <Text size="sm">
        {entry.kind === 'moved' ? t('history.moved', { from: entry.fromStage?.name, to: entry.toStage?.name }) : t(`history.${entry.kind}`)}
        {(entry.reason || entry.closeNote) && <bdi>: {[entry.reason, entry.closeNote].filter(Boolean).join(' · ')}</bdi>}
      </Text>
      {entry.kind === 'changed' && Object.entries(entry.changes).map(([field, { from, to }]) => (
        <Text key={field} size="sm" className="quiet"><bdi>{t(`field.${field}`, { defaultValue: field })}</bdi>: <bdi>{plain(from)}</bdi> → <bdi>{plain(to)}</bdi></Text>
      ))}
      <Text size="xs" className="quiet"><bdi>{who}</bdi> · {dateTime(entry.at)}</Text>
    </>
  );
}

const plain = (value: unknown): string => (value === null || value === undefined || value === '' ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value));
