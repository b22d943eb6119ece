import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, Template } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultsOf } from '../../lib/faults';
import { duration, money, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { ExperimentLines } from './experiment-parts';
import { useForecast } from './forecast';
import { useFrequency } from './limits';
import { ScheduleFields, useQuietHours, useWorkspaceZone } from './schedule';
import { scheduleOf, scheduling, type Schedule } from './timing';

/** The last step: a test, the time, and the start. */
export function LaunchStep({ broadcast, template, back }: { broadcast: Broadcast; template?: Template; back: () => void }) {
  const { t } = useTranslation('broadcasts');
  const queries = useQueryClient();
  const { go } = usePlace();
  const frequency = useFrequency();
  const quietHours = useQuietHours();
  const forecast = useForecast(broadcast.id).data;
  const workspace = useWorkspaceZone();
  const [typed, setTyped] = useState<Schedule>();
  const schedule = typed ?? scheduleOf(broadcast, workspace);
  const start = useMutation({
    mutationFn: async () => {
      const change = scheduling(schedule, broadcast, workspace);
      if (change) await api.broadcasts.update(broadcast.id, change);
      return api.broadcasts.start(broadcast.id);
    },
    onSuccess: (started) => {
      queries.setQueryData(['broadcast', started.id], started);
      void queries.invalidateQueries({ queryKey: ['broadcasts'] });
      go({ part: 'broadcasts', parts: [started.id], replace: true });
    },
  });
  const faults = faultsOf(start.error);
  const { limits } = broadcast;
  return (
    <Stack gap="md">
      <div className="bc-halves">
        <Paper withBorder p="md">
          <Title order={2} size="h5" mb="xs">{t('summary')}</Title>
          <LabelledValue label={t('template')}>{broadcast.templateName} · {broadcast.language}</LabelledValue>
          {forecast && (
            <>
              <LabelledValue label={t('column.recipients')}>{number(forecast.recipients)}</LabelledValue>
              <LabelledValue label={t('expected')}>{money(forecast.charge.expected, forecast.charge.currency)}</LabelledValue>
              <LabelledValue label={t('worst')}>{money(forecast.charge.worst, forecast.charge.currency)}</LabelledValue>
              <LabelledValue label={t('timeToFinish')}>{duration(forecast.secondsToFinish)}</LabelledValue>
            </>
          )}
          <LabelledValue label={t('caps')}>
            {[limits.amount && limits.currency && money(limits.amount, limits.currency), limits.messages && t('capOfMessages', { count: limits.messages, n: number(limits.messages) })].filter(Boolean).join(' · ') || t('noCap')}
          </LabelledValue>
          <LabelledValue label={t('frequency.title')}>{frequency(broadcast.frequencyCap)}</LabelledValue>
          <LabelledValue label={t('quiet.title')}>{quietHours(schedule.quiet)}</LabelledValue>
          <ExperimentLines experiment={broadcast.experiment} />
          {forecast?.test && <LabelledValue label={t('experiment.sample')}>{t(forecast.test.problem ? 'experiment.sampleShort' : 'experiment.sampleFits', { n: number(forecast.test.sampleSize) })}</LabelledValue>}
        </Paper>
        <TestSend broadcast={broadcast} missing={(template?.parameters ?? []).filter((name) => !broadcast.parameters[name])} />
      </div>
      <ScheduleFields value={schedule} change={setTyped} workspace={workspace} faults={faults} />
      {start.error && <Alert color="red" role="alert">{explain(start.error)}</Alert>}
      <div className="bc-foot">
        <Button variant="default" onClick={back}>{t('app:action.back')}</Button>
        <Button leftSection={<IconSend size={16} />} loading={start.isPending} disabled={!forecast?.prepared || forecast.recipients === 0 || (schedule.mode !== 'now' && !schedule.at)} onClick={() => start.mutate()}>
          {schedule.mode !== 'now' ? t('schedule') : t('startTo', { count: forecast?.recipients ?? 0, n: number(forecast?.recipients ?? 0) })}
        </Button>
      </div>
    </Stack>
  );
}

/** Sends it to one phone. Values that each recipient has of its own are asked for. */
function TestSend({ broadcast, missing }: { broadcast: Broadcast; missing: string[] }) {
  const { t } = useTranslation('broadcasts');
  const [to, setTo] = useState('');
  const [parameters, setParameters] = useState<Record<string, string>>({});
  const send = useMutation({
    mutationFn: () => api.broadcasts.test(broadcast.id, { to, parameters }),
    onSuccess: () => notifications.show({ color: 'brand', message: t('testSent', { to }) }),
  });
  return (
    <Paper withBorder p="md" component="form" onSubmit={(e: React.FormEvent) => { e.preventDefault(); send.mutate(); }}>
      <Title order={2} size="h5">{t('test')}</Title>
      <Text size="sm" className="quiet">{t('testHint')}</Text>
      {missing.map((name) => (
        <TextInput key={name} mt="xs" label={t('fill.variable', { name })} dir="auto" required value={parameters[name] ?? ''} onChange={(e) => setParameters({ ...parameters, [name]: e.currentTarget.value })} />
      ))}
      <Group mt="xs" align="start" gap="xs">
        <TextInput style={{ flex: 1 }} type="tel" dir="ltr" aria-label={t('testTo')} placeholder="+14155550123" required value={to} error={send.error && explain(send.error)} onChange={(e) => setTo(e.currentTarget.value)} />
        <Button type="submit" variant="default" loading={send.isPending}>{t('testSend')}</Button>
      </Group>
      <div role="status">{send.isSuccess && <Text size="sm" mt={4}>{t('testSent', { to })}</Text>}</div>
    </Paper>
  );
}
