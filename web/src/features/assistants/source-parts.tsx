import { Badge, Button, Center, Switch, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgePages, KnowledgeSource } from '@service/sdk';
import { Card } from '../../components/sections';
import { Trouble } from '../../components/states';
import { api } from '../../lib/api';

/** The passages of a source, as assistants find them. */
export function Passages({ id, revision }: { id: string; revision: number }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const [flagged, setFlagged] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['knowledge', 'one', id, 'passages', revision, flagged], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.knowledge.passages({ sourceId: id, limit: 20, cursor, ...(flagged && { flagged }) }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  if (list.error) return <Trouble error={list.error} />;
  if (list.data && rows.length === 0 && !flagged) return null;
  return (
    <Card title={t('knowledge.passages')} actions={<Switch size="xs" label={t('knowledge.onlyFlagged')} checked={flagged} onChange={(e) => setFlagged(e.currentTarget.checked)} />}>
      {list.data && rows.length === 0 && <Text size="sm" className="quiet">{t('knowledge.noFlagged')}</Text>}
      {rows.map((p) => (
        <div key={p.id} className="as-passage">
          <Text size="sm" fw={600} dir="auto">{p.title || p.question} {p.flagged && <Badge size="sm" color="orange" variant="light" tt="none">{t('knowledge.isFlagged')}</Badge>}</Text>
          <Text size="sm" dir="auto" className="as-pre">{p.text}</Text>
          {p.url && <Text size="xs" className="quiet"><bdi>{p.url}</bdi></Text>}
        </div>
      ))}
      {list.hasNextPage && <Center mt="sm"><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </Card>
  );
}

const colors: Record<KnowledgePages['data'][number]['state'], string> = { waiting: 'gray', fetched: 'brand', skipped: 'gray', failed: 'red', map: 'blue' };

/** The pages of a site, with what came of each. */
export function Pages({ id, revision }: { id: string; revision: number }) {
  const { t } = useTranslation('assistants');
  const pages = useQuery({ queryKey: ['knowledge', 'one', id, 'pages', revision], queryFn: () => api.knowledge.pages(id) });
  if (!pages.data?.data.length) return null;
  return (
    <Card title={t('knowledge.pages')}>
      <ul className="as-list as-content" tabIndex={0} aria-label={t('knowledge.pages')}>
        {pages.data.data.map((p) => (
          <li key={p.url}>
            <Text size="sm"><bdi>{p.url}</bdi> <Badge size="sm" variant="light" tt="none" color={colors[p.state]}>{t(`page.${p.state}`)}</Badge></Text>
            {p.reason && <Text size="xs" className="quiet" dir="auto">{p.reason}</Text>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What could not be read of a source. */
export function Problems({ id, revision, state }: { id: string; revision: number; state: KnowledgeSource['state'] }) {
  const { t } = useTranslation('assistants');
  const list = useQuery({ queryKey: ['knowledge', 'one', id, 'problems', revision, state], queryFn: async () => (await api.knowledge.problems(id, { limit: 100 }).page()).data });
  if (!list.data?.length) return null;
  return (
    <Card title={t('knowledge.problems')}>
      <ul className="as-list as-content" tabIndex={0} aria-label={t('knowledge.problems')}>
        {list.data.map((p) => <li key={p.number}><Text size="sm"><bdi>{p.item ?? p.line ?? p.number}</bdi></Text><Text size="xs" className="quiet" dir="auto">{p.reason}</Text></li>)}
      </ul>
    </Card>
  );
}
