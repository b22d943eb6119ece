import { Button, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, number } from '../../lib/format';
import { plusDays } from '../../lib/period';
import { usePlace } from '../../lib/place';
import { spanOf, useNameOf } from './data';
import { ConversationLink } from './items';

/** What contacts wrote about their ratings, the latest first. */
export function Comments() {
  const { t } = useTranslation('reports');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const nameOf = useNameOf();
  const { from, to } = spanOf(search);
  const score = ['1', '2', '3', '4', '5'].find((s) => s === search.score);
  const params = { since: new Date(`${from}T00:00:00`), until: new Date(`${plusDays(to, 1)}T00:00:00`), teamId: search.teamId, agentId: search.agentId, score: score ? Number(score) : undefined };
  const list = useInfiniteQuery({
    queryKey: ['reports', 'comments', from, to, search.teamId, search.agentId, score], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.ratings.list({ ...params, limit: 20, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Card title={t('comments.title')} actions={(
      <Select size="xs" w={140} aria-label={t('anyScore')} placeholder={t('anyScore')} clearable value={score ?? null} data={['1', '2', '3', '4', '5'].map((value) => ({ value, label: t('score', { n: number(Number(value)) }) }))}
        onChange={(v) => go({ part: 'reports', parts: ['ratings'], search: { ...search, score: v ?? undefined }, replace: true })} />
    )}>
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isLoading && <Loading />}
      {list.data && rows.length === 0 && <Text size="sm" className="quiet">{t('comments.none')}</Text>}
      <ul className="rp-items">
        {rows.map((r) => (
          <li key={r.episodeId}>
            <ConversationLink id={r.conversationId} /> <Text span size="sm" fw={600}>{t('score', { n: number(r.score) })}</Text>
            {r.comment && <Text size="sm" dir="auto">{r.comment}</Text>}
            <Text size="xs" className="quiet">{dateTime(r.ratedAt)}{r.agentId && <> · <bdi>{nameOf('agent', r.agentId)}</bdi></>}</Text>
          </li>
        ))}
      </ul>
      {list.hasNextPage && <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Card>
  );
}
