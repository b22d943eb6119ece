import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { RehearsalResult } from '@service/sdk';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime, number, percent } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { goesOn } from './data';
import { useDraft } from './draft';
import { Loads, Sides } from './rehearsal-figures';
import { ChangesInWords } from './rehearsals';
import { RunState } from './run-state';

const RehearsalChart = later(() => import('./rehearsal-chart'));

/** One rehearsal: its progress, then what happened beside what would have happened. */
export function Rehearsal({ id }: { id: string }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'teams:write');
  const run = useQuery({ queryKey: ['rehearsals', 'one', id], queryFn: () => api.routing.rehearsal(id), refetchInterval: ({ state }) => (goesOn(state.data) ? 700 : false) });
  const cancel = useMutation({ mutationFn: () => api.routing.cancelRehearsal(id), onSuccess: (r) => queries.setQueryData(['rehearsals', 'one', id], r), onError: tellError });
  const r = run.data;
  const draft = useDraft();
  return (
    <>
      <Anchor component={Link} to={'/routing/rehearsals' as never} size="sm"><IconArrowLeft size={14} className="ro-inline ro-turn" aria-hidden /> {t('rehearsals.all')}</Anchor>
      {run.error && <Trouble error={run.error} retry={() => void run.refetch()} />}
      {!r && !run.error && <Loading />}
      {r && (
        <>
          <Group justify="space-between" mt="xs" mb="md" gap="sm">
            <div>
              <Group gap="xs"><h2 className="ro-heading">{dateTime(r.from)} – {dateTime(r.to)}</h2><RunState run={r} /></Group>
              <ChangesInWords value={r.changes} />
            </div>
            {goesOn(r) && mayWrite && <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>{shared('action.cancel')}</Button>}
          </Group>
          {goesOn(r) && (
            <Card title={t('rehearsals.progress')}>
              <Progress value={r.total ? (r.done / r.total) * 100 : 0} animated aria-label={t('rehearsals.progress')} mb={6} />
              <Text size="sm" className="quiet amount">{t('rehearsals.done', { done: number(r.done), total: r.total === null ? '…' : number(r.total) })}</Text>
            </Card>
          )}
          {r.error && <Alert color="red" role="alert" mb="md">{r.error}</Alert>}
          {r.result && (r.result.recorded.conversations === 0 ? <Alert color="gray" mb="md">{t('rehearsals.empty')}</Alert> : (
            <>
              <Card title={t('rehearsals.times')}>
                <Text size="sm" className="quiet" mb="sm">{t('rehearsals.timesHint')}</Text>
                <Suspense fallback={<Loading lines={5} />}><RehearsalChart result={r.result} /></Suspense>
              </Card>
              <Card title={t('rehearsals.figures')}><Sides result={r.result} goal={r.goalMinutes} /></Card>
              <Card title={t('rehearsals.loads')}><Loads result={r.result} /></Card>
            </>
          ))}
          {r.result && <Trust result={r.result} />}
          {r.result && r.changes?.rules && draft && mayWrite && (
            <Group justify="end" gap="sm" mt="md">
              <Text size="sm" className="quiet">{t('rehearsals.unsaved')}</Text>
              <Button component={Link} to={'/routing/rules' as never}>{t('rehearsals.toRules')}</Button>
            </Group>
          )}
        </>
      )}
    </>
  );
}

/** How far the model is to be trusted. */
function Trust({ result }: { result: RehearsalResult }) {
  const { t } = useTranslation('routing');
  const { check } = result;
  const left = Object.entries(check.leftOut);
  return (
    <Card title={t('trust.title')}>
      <Text size="sm">{t('trust.check', { compared: number(check.compared), decisions: number(check.decisions), different: number(check.different) })}</Text>
      {left.length > 0 && <Text size="sm" className="quiet">{t('trust.leftOut')} {left.map(([why, n]) => `${t(`leftOut.${why}`, { defaultValue: why })}: ${number(n)}`).join(', ')}</Text>}
      {result.recorded.assigned > 0 && <Text size="sm">{t('trust.same', { share: percent(Math.min(1, result.sameAgent / result.recorded.assigned)), seeds: number(result.seeds) })}</Text>}
      <Text size="sm" className="quiet" mt="xs">{t('trust.hint')}</Text>
      {check.differences.length > 0 && (
        <details>
          <summary className="ro-summary">{t('trust.differences')}</summary>
          <ul className="ro-log">{check.differences.map((d) => <li key={d.decisionId}><Link className="ro-link" to={`/inbox/${d.conversationId}` as never}>{dateTime(d.at)}</Link> <Text span size="sm">{t(`trust.what_${d.what}`)}: <bdi>{d.recorded}</bdi> → <bdi>{d.now}</bdi></Text></li>)}</ul>
        </details>
      )}
    </Card>
  );
}
