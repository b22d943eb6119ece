import { Badge, Button, Center, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeGap } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { languageName } from './data';
import { AnswerGap } from './gap-answer';

const states = ['open', 'answered', 'dismissed'] as const;

/** Questions that no knowledge answers, the most frequent first. */
export function Gaps() {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const mayWrite = may(useMe(), 'knowledge:write');
  const state = states.find((s) => s === search.state) ?? 'open';
  const [answering, setAnswering] = useState<KnowledgeGap>();
  const list = useInfiniteQuery({
    queryKey: ['knowledge', 'gaps', state], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.knowledgeGaps.list({ state, limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['knowledge'] });
  const dismiss = useMutation({
    mutationFn: (id: string) => api.knowledgeGaps.dismiss(id), onError: tellError, onSettled: again,
    onSuccess: () => notifications.show({ message: t('gaps.dismissed') }),
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={640}>{t('gaps.hint')}</Text>
        <SegmentedControl size="xs" aria-label={t('state')} value={state} onChange={(s) => go({ part: 'assistants', parts: ['gaps'], search: { state: s === 'open' ? undefined : s }, replace: true })} data={states.map((s) => ({ value: s, label: t(`gaps.${s}`) }))} />
      </Group>
      {list.error ? <Trouble error={list.error} retry={again} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconHelpCircle} title={t('gaps.none')}>{state === 'open' && t('gaps.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('gaps.question')}</Table.Th><Table.Th ta="end">{t('gaps.asked')}</Table.Th><Table.Th>{t('gaps.last')}</Table.Th><Table.Th aria-label={t('acts')} /></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((gap) => (
                <Table.Tr key={gap.id}>
                  <Table.Td><Asked value={gap} /></Table.Td>
                  <Table.Td ta="end" className="amount">{number(gap.count)}</Table.Td>
                  <Table.Td><Moment at={gap.lastAt} /></Table.Td>
                  <Table.Td>
                    <Group gap="xs" justify="end" wrap="nowrap">
                      {gap.sourceId && <Link className="as-link" to={`/assistants/knowledge/${gap.sourceId}` as never}>{t('gaps.source')}</Link>}
                      {mayWrite && gap.state === 'open' && <Button size="xs" variant="default" disabled={dismiss.isPending} onClick={() => dismiss.mutate(gap.id)}>{t('gaps.dismiss')}</Button>}
                      {mayWrite && gap.state !== 'answered' && <Button size="xs" onClick={() => setAnswering(gap)}>{t('gaps.answer')}</Button>}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {answering && <AnswerGap value={answering} close={() => setAnswering(undefined)} done={again} />}
    </>
  );
}

function Asked({ value: gap }: { value: KnowledgeGap }) {
  const { t, i18n } = useTranslation('assistants');
  const others = gap.examples.filter((e) => e.conversationId || e.question !== gap.question);
  return (
    <>
      <Text size="sm" fw={500} dir="auto">{gap.question} {gap.language && <Badge size="xs" variant="default" tt="none" fw={400}>{languageName(i18n.language, gap.language)}</Badge>}</Text>
      {others.map((e, i) => (
        <Text key={i} size="xs" className="quiet" dir="auto">
          “{e.question}” {e.conversationId && <Link className="as-link" to={`/inbox/${e.conversationId}` as never} aria-label={t('gaps.conversation', { question: e.question })}>{t('items.conversation')}</Link>}
        </Text>
      ))}
    </>
  );
}
