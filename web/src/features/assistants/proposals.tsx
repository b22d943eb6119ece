import { Badge, Button, Center, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useAssistants, useDoer } from './data';

const statuses = ['open', 'done', 'accepted', 'rejected', 'undone', 'confirmed', 'refuted', 'expired'] as const;
const colors: Record<Proposal['status'], string> = { open: 'blue', done: 'grape', accepted: 'brand', rejected: 'red', undone: 'red', confirmed: 'brand', refuted: 'red', expired: 'gray' };

/** What a proposal would do, with the names of what it is about. */
function useWords(): (p: Proposal) => string {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const labels = useQuery({ queryKey: ['labels'], queryFn: () => all(api.labels.list({ limit: 200 })), staleTime: 300_000 }).data;
  const teams = useQuery({ queryKey: ['teams'], queryFn: () => all(api.teams.list({ limit: 200 })), enabled: may(me, 'teams:read'), staleTime: 300_000 }).data;
  const pipelines = useQuery({ queryKey: ['pipelines'], queryFn: () => all(api.pipelines.list({ limit: 200 })), enabled: may(me, 'deals:read'), staleTime: 300_000 }).data;
  return (p) => {
    if (p.kind === 'label') return t('proposals.label', { name: labels?.find((l) => l.id === p.labelId)?.name ?? '…' });
    if (p.kind === 'team') return t('proposals.team', { name: teams?.find((x) => x.id === p.teamId)?.name ?? '…' });
    if (p.kind === 'deal') return t(p.dealId ? 'proposals.deal' : 'proposals.newDeal', { name: pipelines?.flatMap((x) => x.stages).find((s) => s.id === p.stageId)?.name ?? '…' });
    return t('proposals.close');
  };
}

/** What assistants would do, to be accepted or rejected, and what they did. */
export function Proposals() {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const status = statuses.find((s) => s === search.status) ?? 'open';
  const list = useInfiniteQuery({
    queryKey: ['proposals', status], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.proposals.list({ status, limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['proposals'] });
  useLive(['proposal.'], again, again);
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Text size="sm" className="quiet" mb="sm" maw={640}>{t('proposals.hint')}</Text>
      <div className="as-scroll"><SegmentedControl size="xs" aria-label={t('state')} value={status} onChange={(s) => go({ part: 'assistants', parts: ['proposals'], search: { status: s === 'open' ? undefined : s }, replace: true })} data={statuses.map((s) => ({ value: s, label: t(`proposal.${s}`) }))} /></div>
      {list.error ? <Trouble error={list.error} retry={again} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconBulb} title={t('proposals.none')}>{status === 'open' && t('proposals.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('proposals.what')}</Table.Th><Table.Th>{t('proposals.assistant')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th>{t('proposals.at')}</Table.Th><Table.Th aria-label={t('acts')} /></Table.Tr></Table.Thead>
            <Table.Tbody>{rows.map((p) => <Row key={p.id} value={p} again={again} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </>
  );
}

function Row({ value: p, again }: { value: Proposal; again: () => void }) {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const words = useWords();
  const doer = useDoer();
  const assistant = useAssistants().data?.find((a) => a.id === p.assistantId);
  const act = useMutation({ mutationFn: (what: 'accept' | 'reject' | 'undo') => api.proposals[what](p.id), onError: tellError, onSettled: again });
  const writes = may(me, p.kind === 'deal' ? 'deals:write' : 'conversations:write');
  return (
    <Table.Tr>
      <Table.Td><Link className="as-link" to={`/inbox/${p.conversationId}` as never}>{words(p)}</Link></Table.Td>
      <Table.Td><bdi>{assistant?.name ?? '–'}</bdi></Table.Td>
      <Table.Td><Badge variant="light" tt="none" color={colors[p.status]}>{t(`proposal.${p.status}`)}</Badge>{p.judgedBy && <Text size="xs" className="quiet"><bdi>{doer(p.judgedBy)}</bdi></Text>}</Table.Td>
      <Table.Td><Moment at={p.createdAt} /></Table.Td>
      <Table.Td>
        {writes && (
          <Group gap="xs" justify="end" wrap="nowrap">
            {p.status === 'open' && <Button size="xs" variant="default" disabled={act.isPending} onClick={() => act.mutate('reject')}>{t('proposals.reject')}</Button>}
            {p.status === 'open' && <Button size="xs" disabled={act.isPending} onClick={() => act.mutate('accept')}>{t('proposals.accept')}</Button>}
            {p.status === 'done' && <Button size="xs" variant="default" disabled={act.isPending} onClick={() => act.mutate('undo')}>{t('app:action.undo')}</Button>}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
