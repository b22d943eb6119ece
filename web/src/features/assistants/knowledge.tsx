import { Badge, Button, Center, FileButton, Group, Menu, Select, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArticle, IconBook, IconFile, IconFileUpload, IconMessageQuestion, IconPlus, IconSearch, IconSettings, IconWorld, IconWorldWww, type Icon } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { sourceName } from './data';
import { KnowledgeSettings } from './knowledge-settings';
import { SearchKnowledge } from './search-knowledge';
import { SourceForm, type NewKind } from './source-form';
import { SourceState } from './source-state';

const kinds: KnowledgeSource['kind'][] = ['article', 'question', 'file', 'page', 'site'];
const states: KnowledgeSource['state'][] = ['ready', 'indexing', 'pending', 'failed'];
const signs: Record<KnowledgeSource['kind'], Icon> = { article: IconArticle, question: IconMessageQuestion, file: IconFile, page: IconWorld, site: IconWorldWww };
const files = '.md,.markdown,.txt,.html,.htm,.pdf,.docx,.csv';

/** Everything that assistants answer from. */
export function Knowledge() {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const mayWrite = may(useMe(), 'knowledge:write');
  const [act, setAct] = useState<NewKind | 'search' | 'settings'>();
  const reset = useRef<() => void>(null);
  const kind = kinds.find((k) => k === search.kind);
  const state = states.find((s) => s === search.state);
  const totals = useQuery({ queryKey: ['knowledge', 'settings'], queryFn: () => api.knowledge.settings() });
  const list = useInfiniteQuery({
    queryKey: ['knowledge', 'list', kind, state], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.knowledge.list({ kind, state, limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.pages.some((p) => p.data.some((s) => s.state === 'pending' || s.state === 'indexing')) ? 1500 : false),
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['knowledge'] });
  const upload = useMutation({
    mutationFn: async (chosen: File[]) => {
      for (const file of chosen) await api.knowledge.create({ file, filename: file.name });
    },
    onSuccess: (_, chosen) => notifications.show({ message: t('knowledge.uploaded', { n: number(chosen.length) }) }),
    onError: tellError,
    onSettled: () => {
      reset.current?.();
      again();
    },
  });
  const filter = (change: Record<string, string | undefined>) => go({ part: 'assistants', parts: ['knowledge'], search: { ...search, ...change }, replace: true });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="xs">
          <Select size="xs" w={150} aria-label={t('knowledge.kind')} placeholder={t('knowledge.anyKind')} clearable value={kind ?? null} onChange={(v) => filter({ kind: v ?? undefined })} data={kinds.map((k) => ({ value: k, label: t(`sourceKind.${k}`) }))} />
          <Select size="xs" w={150} aria-label={t('state')} placeholder={t('knowledge.anyState')} clearable value={state ?? null} onChange={(v) => filter({ state: v ?? undefined })} data={states.map((s) => ({ value: s, label: t(`sourceState.${s}`) }))} />
          {totals.data && <Text size="sm" className="quiet amount">{t('knowledge.totals', { sources: number(totals.data.sources), passages: number(totals.data.passages) })}</Text>}
        </Group>
        <Group gap="xs">
          <Button variant="default" leftSection={<IconSearch size={16} />} onClick={() => setAct('search')}>{t('find.title')}</Button>
          {mayWrite && <Button variant="default" px="xs" aria-label={t('settings.title')} title={t('settings.title')} onClick={() => setAct('settings')}><IconSettings size={17} /></Button>}
          {mayWrite && <FileButton multiple accept={files} resetRef={reset} onChange={(chosen) => { if (chosen.length > 0) upload.mutate(chosen); }}>{(props) => <Button {...props} variant="default" loading={upload.isPending} leftSection={<IconFileUpload size={16} />}>{t('knowledge.upload')}</Button>}</FileButton>}
          {mayWrite && (
            <Menu position="bottom-end">
              <Menu.Target><Button leftSection={<IconPlus size={16} />}>{t('knowledge.add')}</Button></Menu.Target>
              <Menu.Dropdown>
                {(['article', 'question', 'page', 'site'] as const).map((k) => {
                  const Sign = signs[k];
                  return <Menu.Item key={k} leftSection={<Sign size={16} />} onClick={() => setAct(k)}>{t(`sourceKind.${k}`)}</Menu.Item>;
                })}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Group>
      {list.error ? <Trouble error={list.error} retry={again} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconBook} title={t(kind || state ? 'knowledge.noneHere' : 'knowledge.none')}>{!kind && !state && t('knowledge.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('knowledge.source')}</Table.Th><Table.Th>{t('knowledge.kind')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th ta="end">{t('knowledge.passages')}</Table.Th><Table.Th>{t('changed')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>{rows.map((s) => <Row key={s.id} value={s} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {act === 'search' && <SearchKnowledge close={() => setAct(undefined)} />}
      {act === 'settings' && totals.data && <KnowledgeSettings value={totals.data} close={() => setAct(undefined)} done={again} />}
      {act && act !== 'search' && act !== 'settings' && <SourceForm kind={act} close={() => setAct(undefined)} done={(s) => { again(); setAct(undefined); go({ part: 'assistants', parts: ['knowledge', s.id] }); }} />}
    </>
  );
}

function Row({ value: s }: { value: KnowledgeSource }) {
  const { t } = useTranslation('assistants');
  const Sign = signs[s.kind];
  return (
    <Table.Tr>
      <Table.Td>
        <Link className="as-link" to={`/assistants/knowledge/${s.id}` as never}><span dir="auto">{sourceName(s)}</span></Link>
        {s.url && s.title && <Text size="xs" className="quiet"><bdi>{s.url}</bdi></Text>}
      </Table.Td>
      <Table.Td><Group gap={6} wrap="nowrap"><Sign size={16} aria-hidden />{t(`sourceKind.${s.kind}`)}</Group></Table.Td>
      <Table.Td><SourceState value={s} /></Table.Td>
      <Table.Td ta="end" className="amount">{number(s.passages)}{s.flagged > 0 && <Badge ms={6} size="sm" color="orange" variant="light" tt="none">{t('knowledge.flagged', { n: number(s.flagged) })}</Badge>}</Table.Td>
      <Table.Td><Moment at={s.updatedAt} /></Table.Td>
    </Table.Tr>
  );
}
