import { Button, Center, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantAutonomy, AssistantDetail } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number, percent } from '../../lib/format';
import { useLive } from '../../lib/live';
import { AutonomyCard } from './autonomy-card';
import { AutonomyForm } from './autonomy-form';
import { useDoer } from './data';

/** What an assistant may do by itself, and how it came to that. */
export function Autonomy({ assistant, mayWrite }: { assistant: AssistantDetail; mayWrite: boolean }) {
  const { t } = useTranslation('assistants');
  const [editing, setEditing] = useState<AssistantAutonomy>();
  const autonomy = useQuery({ queryKey: ['assistants', 'one', assistant.id, 'autonomy'], queryFn: () => api.proposals.autonomy(assistant.id), refetchInterval: 30_000 });
  const again = () => void autonomy.refetch();
  useLive(['proposal.', 'assistant.'], again, again);
  if (autonomy.error) return <Trouble error={autonomy.error} retry={again} />;
  if (!autonomy.data) return <Loading />;
  return (
    <>
      <Text size="sm" className="quiet" mb="md" maw={760}>{t('autonomy.hint')}</Text>
      <div className="as-kinds">{autonomy.data.kinds.map((kind) => <AutonomyCard key={kind.kind} value={kind} edit={mayWrite ? () => setEditing(kind) : undefined} />)}</div>
      <Changes assistantId={assistant.id} />
      {editing && <AutonomyForm assistant={assistant} value={editing} close={() => setEditing(undefined)} done={again} />}
    </>
  );
}

/** Every step up and back, with what it rested on. */
function Changes({ assistantId }: { assistantId: string }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const doer = useDoer();
  const list = useInfiniteQuery({
    queryKey: ['assistants', 'one', assistantId, 'autonomy-changes'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.proposals.autonomyChanges(assistantId, { limit: 20, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('autonomy.changes')}>
      <div className="framed">
        <Table verticalSpacing="xs">
          <Table.Thead><Table.Tr><Table.Th>{t('autonomy.kind')}</Table.Th><Table.Th>{t('autonomy.step')}</Table.Th><Table.Th>{t('autonomy.why')}</Table.Th><Table.Th>{t('autonomy.rests')}</Table.Th><Table.Th>{t('autonomy.at')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {rows.map((c) => (
              <Table.Tr key={c.id}>
                <Table.Td>{t(`act.${c.kind}`)}</Table.Td>
                <Table.Td>{t(`level.${c.from}`)} <IconArrowRight size={14} className="as-inline as-turn" aria-hidden /> {t(`level.${c.to}`)}</Table.Td>
                <Table.Td>{t(`autonomy.reason_${c.reason}`)}{c.reason === 'override' && <Text size="xs" className="quiet"><bdi>{doer(c.madeBy)}</bdi></Text>}</Table.Td>
                <Table.Td className="amount">{t('autonomy.evidence', { agreed: number(c.evidence.agreed), cases: number(c.evidence.cases), lower: percent(c.evidence.lower) })}</Table.Td>
                <Table.Td><Moment at={c.at} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {list.hasNextPage && <Center mt="sm"><Group><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Group></Center>}
    </Card>
  );
}
