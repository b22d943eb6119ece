import { Button, Divider, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { useLive } from '../../lib/live';
import { may, useMe } from '../../lib/session';
import { refreshConversation, useLabels, useTeams } from './data';

/** What the assistant proposes to do with the conversation, or has done, for somebody to judge. */
export default function Proposals({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const queries = useQueryClient();
  const list = useQuery({ queryKey: ['proposals', id], queryFn: async () => (await api.proposals.list({ conversationId: id, limit: 20 }).page()).data });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['proposals', id] });
  useLive(['proposal.'], refresh, refresh);
  const open = list.data?.filter((p) => p.status === 'open' || p.status === 'done') ?? [];
  if (open.length === 0) return null;
  return (
    <>
      <Divider />
      <div className="pane-part">
        <Title order={3} size="h6" mb="xs"><IconSparkles size={14} aria-hidden /> {t('proposals')}</Title>
        {open.map((p) => <Line key={p.id} proposal={p} done={() => { refresh(); refreshConversation(queries, id); }} />)}
      </div>
    </>
  );
}

function Line({ proposal: p, done }: { proposal: Proposal; done: () => void }) {
  const { t } = useTranslation('inbox');
  const writes = may(useMe(), 'conversations:write');
  const labels = useLabels();
  const teams = useTeams();
  const stage = useStage(p);
  const judge = useMutation({ mutationFn: (how: 'accept' | 'reject' | 'undo') => api.proposals[how](p.id), onSuccess: done, onError: tellError });
  const name = { label: labels.data?.find((l) => l.id === p.labelId)?.name, team: teams.data?.find((x) => x.id === p.teamId)?.name, deal: stage, close: undefined }[p.kind] ?? '';
  return (
    <div className="before">
      <Text size="sm">{t(`proposal.${p.status === 'done' ? 'did' : 'would'}.${p.kind}`, { name })}</Text>
      {writes && (
        <Group gap={6} mt={4}>
          {p.status === 'open' ? (
            <>
              <Button size="compact-xs" loading={judge.isPending} onClick={() => judge.mutate('accept')}>{t('proposal.accept')}</Button>
              <Button size="compact-xs" variant="default" disabled={judge.isPending} onClick={() => judge.mutate('reject')}>{t('proposal.reject')}</Button>
            </>
          ) : <Button size="compact-xs" variant="default" loading={judge.isPending} onClick={() => judge.mutate('undo')}>{t('proposal.undo')}</Button>}
        </Group>
      )}
    </div>
  );
}

/** The name of the stage that a proposal is about. */
function useStage(p: Proposal): string | undefined {
  const reads = may(useMe(), 'deals:read');
  const pipelines = useQuery({ queryKey: ['pipelines'], queryFn: async () => (await api.pipelines.list({ limit: 100 }).page()).data, enabled: p.stageId !== null && reads, staleTime: 300_000 });
  return pipelines.data?.flatMap((x) => x.stages).find((s) => s.id === p.stageId)?.name;
}
