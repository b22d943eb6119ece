import { Alert, Button, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFlask, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastForecast, BroadcastResults } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { api } from '../../lib/api';
import { dateTime, number, percent } from '../../lib/format';

type Measured = Broadcast['experiment'];

/** What a broadcast has shown so far, anew while it can change. */
export function useResults(broadcast: Broadcast, enabled = true) {
  return useQuery({
    queryKey: ['broadcast-results', broadcast.id], queryFn: () => api.broadcasts.results(broadcast.id), enabled,
    staleTime: 0, refetchInterval: broadcast.status === 'running' ? 3000 : false,
  });
}

/** The goal in words, with how long there is for it. */
export function useGoal(): (goal: NonNullable<Measured['goal']>) => string {
  const { t } = useTranslation('broadcasts');
  return (goal) => t('experiment.goalWithin', { goal: goal.name ?? t(`goal.${goal.event}`), count: goal.windowHours });
}

/** What is measured, line by line, among other facts of a broadcast. */
export function ExperimentLines({ experiment: x }: { experiment: Measured }) {
  const { t } = useTranslation('broadcasts');
  const goal = useGoal();
  const share = (of: number) => percent(of / 100);
  if (!x.goal) return null;
  return (
    <>
      <LabelledValue label={t('experiment.goal')}>{goal(x.goal)}</LabelledValue>
      {x.variantB && <LabelledValue label={t('variant', { name: 'B' })}><bdi>{x.variantB.templateName} · {x.variantB.language}</bdi> · {share(x.share ?? 50)}</LabelledValue>}
      {x.holdout > 0 && <LabelledValue label={t('state.held_out')}>{share(x.holdout)}</LabelledValue>}
      {x.rest && <LabelledValue label={t('experiment.testShare')}>{share(x.rest.testShare)}</LabelledValue>}
      {x.rest && <LabelledValue label={t('experiment.withoutWinner')}>{t(`experiment.without_${x.rest.withoutWinner}`)}</LabelledValue>}
    </>
  );
}

/** What the test takes, said before anything is sent. */
export function TestPlan({ broadcast, forecast, change }: { broadcast: Broadcast; forecast: BroadcastForecast; change?: () => void }) {
  const { t } = useTranslation('broadcasts');
  const plan = forecast.test;
  if (!plan) return null;
  const waiting = forecast.recipients - plan.recipientsA - plan.recipientsB;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">{t('step.experiment')}</Title>
      <Text size="sm" fw={600} mt={4}>{t('sampleSize', { count: plan.sampleSize, n: number(plan.sampleSize) })}</Text>
      {(['a', 'b'] as const).map((v) => <LabelledValue key={v} label={t('variant', { name: v.toUpperCase() })}>{recipients(t, v === 'a' ? plan.recipientsA : plan.recipientsB)}</LabelledValue>)}
      {broadcast.experiment.rest && <LabelledValue label={t('state.waiting_for_winner')}>{recipients(t, waiting)}</LabelledValue>}
      {forecast.prepared && plan.problem && <Alert color="orange" mt="xs" icon={<IconFlask size={18} />}>{t('experiment.tooSmall')}</Alert>}
      {change && <Button mt="xs" size="xs" variant="default" onClick={change}>{t('experiment.change')}</Button>}
    </Paper>
  );
}

const recipients = (t: (key: string, values: { count: number; n: string }) => string, count: number) => t('experiment.recipients', { count, n: number(count) });

/** How it stands with those who wait for the winner; nothing where nobody does. */
export function RestState({ broadcast, results: r }: { broadcast: Broadcast; results: BroadcastResults }) {
  const { t } = useTranslation('broadcasts');
  if (!r.rest) return null;
  const { decidedAt, variant, recipients: count } = r.rest;
  const undecided = broadcast.status === 'paused' && broadcast.reason === 'no_winner'; // why it paused is said above
  const ended = broadcast.status === 'canceled' || broadcast.status === 'completed';
  return (
    <Alert color="blue" icon={<IconHourglass size={18} />} title={t('rest')} role="status">
      {!decidedAt && !ended && <>{t('experiment.waiting', { count, n: number(count) })} {r.decidesAt ? t('decidesAt', { at: dateTime(r.decidesAt) }) : t('experiment.testRuns')}</>}
      {!decidedAt && ended && t('experiment.restNothing')}
      {decidedAt && <>{t('experiment.decided', { at: dateTime(decidedAt) })} {!undecided && (variant ? t('experiment.restGets', { name: variant.toUpperCase() }) : t('experiment.restNothing'))}</>}
    </Alert>
  );
}

/** Where the test stands, on the first page of a broadcast. */
export function ExperimentNow({ broadcast }: { broadcast: Broadcast }) {
  const results = useResults(broadcast, broadcast.experiment.rest !== null);
  return results.data ? <RestState broadcast={broadcast} results={results.data} /> : null;
}
