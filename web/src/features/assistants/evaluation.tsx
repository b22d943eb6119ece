import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { reachesAll, useMe } from '../../lib/session';
import { goesOn } from './data';
import { EvaluationItems } from './evaluation-items';
import { MetricTable } from './metric-table';
import { RunProgress, RunState } from './run';

/** One evaluation: its progress, its table, and the answers side by side. */
export function EvaluationPage({ assistant, id, mayWrite, publish }: { assistant: AssistantDetail; id: string; mayWrite: boolean; publish?: (number: number) => void }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const { go } = usePlace();
  const [removing, setRemoving] = useState(false);
  const key = ['assistants', 'one', assistant.id, 'evaluation', id];
  const run = useQuery({ queryKey: key, queryFn: () => api.assistants.evaluation(assistant.id, id), refetchInterval: ({ state }) => (goesOn(state.data) ? 1000 : false) });
  const cancel = useMutation({ mutationFn: () => api.assistants.cancelEvaluation(assistant.id, id), onSuccess: (e) => queries.setQueryData(key, e), onError: tellError });
  const back = () => go({ part: 'assistants', parts: ['all', assistant.id], search: { tab: 'evaluations' } });
  const e = run.data;
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Anchor component="button" size="sm" onClick={back}><IconArrowLeft size={14} className="as-inline as-turn" aria-hidden /> {t('evaluations.all')}</Anchor>
          {e && <Text fw={600}>{e.liveRevision === null ? t('revision', { number: e.revision }) : t('evaluations.pair', { draft: e.revision, live: e.liveRevision })}</Text>}
          {e && <RunState run={e} />}
        </Group>
        {e && mayWrite && (
          <Group gap="xs">
            {goesOn(e) ? <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>{shared('action.cancel')}</Button> : <Button size="xs" variant="default" onClick={() => setRemoving(true)}>{shared('action.delete')}</Button>}
            {publish && e.state === 'completed' && e.revision !== assistant.liveRevision && <Button size="xs" onClick={() => publish(e.revision)}>{t('publish.do')}</Button>}
          </Group>
        )}
      </Group>
      {run.error && <Trouble error={run.error} retry={() => void run.refetch()} />}
      {!e && !run.error && <Loading />}
      {e && (
        <>
          {(goesOn(e) || e.error) && <Card title={t('run.progress')}><RunProgress run={e} /></Card>}
          {e.source === 'conversations' && <Text size="sm" className="quiet" mb="sm">{t('evaluations.found', { found: number(e.found), examined: number(e.examined), leftOut: number(e.leftOut) })}</Text>}
          {e.table && <Card title={t('evaluations.table')}><MetricTable table={e.table} /></Card>}
          {reachesAll(me) && e.done > 0 && <EvaluationItems assistantId={assistant.id} evaluation={e} />}
        </>
      )}
      {removing && <Sure title={t('evaluations.deleteTitle')} label={shared('action.delete')} close={() => setRemoving(false)} run={() => api.assistants.deleteEvaluation(assistant.id, id)} done={() => { void queries.invalidateQueries({ queryKey: ['assistants', 'one', assistant.id] }); back(); }}>{t('evaluations.deleteHint')}</Sure>}
    </>
  );
}
