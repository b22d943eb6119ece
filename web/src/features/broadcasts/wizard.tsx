import { Alert, Button, Stepper, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, CreateBroadcastRequest, Template } from '@service/sdk';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain, tellError } from '../../lib/errors';
import { faultsOf } from '../../lib/faults';
import { usePlace } from '../../lib/place';
import { AnswersStep } from './answers';
import { AudienceStep, isChosen } from './audience';
import { type Experiment, experimentOf, fieldsOf, isSame, noExperiment } from './experiment';
import { ExperimentStep, isOfThisStep } from './experiment-step';
import { type Fill, trim } from './fill';
import { ForecastStep } from './forecast';
import { LaunchStep } from './launch';
import { MessageStep } from './message';
import { isOfTable, type Table } from './table';

const steps = ['message', 'experiment', 'audience', 'forecast', 'answers', 'send'] as const;
export type Step = (typeof steps)[number];

/** What was filled in and is not kept by the service yet. */
export interface Draft {
  name: string;
  template?: Template;
  fill: Fill;
  experiment: Experiment;
  audience: CreateBroadcastRequest['audience'];
  /** A file of which the audience is made, instead. */
  table?: Table;
}

/** What a draft has beside its message, for another one in its place. */
const restOf = (b: Broadcast) => withoutNulls({
  phoneNumberId: b.phoneNumberId, scheduledAt: b.scheduledAt, limits: b.limits, experiment: b.experiment, quietHours: b.quietHours, timeZone: b.timeZone, frequencyCap: b.frequencyCap, followUp: b.followUp,
}) as Omit<CreateBroadcastRequest, 'audience'>;

/** Where answers have null, requests have nothing. */
const withoutNulls = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, v: unknown) => v ?? undefined);

const templatesQuery = {
  queryKey: ['templates', 'approved'],
  queryFn: async () => {
    const all: Template[] = [];
    for await (const one of api.templates.list({ status: 'approved', limit: 200 })) all.push(one);
    return all;
  },
};

export function Wizard({ id }: { id?: string }) {
  const { t } = useTranslation('broadcasts');
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const step = steps.find((s) => s === search.step) ?? 'message';
  const show = (next: Step, of = id) => go({ part: 'broadcasts', parts: [of ?? 'new'], search: { step: next } });
  const [draft, setDraft] = useState<Draft>();
  const templates = useQuery(templatesQuery);
  const broadcast = useQuery({
    queryKey: ['broadcast', id], queryFn: () => api.broadcasts.get(id!), enabled: Boolean(id),
    refetchInterval: ({ state }) => (state.data?.preparation.state === 'running' ? 800 : false),
  });
  const kept = broadcast.data && {
    name: broadcast.data.name,
    template: templates.data?.find((one) => one.name === broadcast.data.templateName && one.language === broadcast.data.language),
    fill: { parameters: broadcast.data.parameters },
    experiment: experimentOf(broadcast.data.experiment, templates.data ?? []),
    audience: {},
  };
  const now: Draft = draft ?? kept ?? { name: '', fill: {}, experiment: noExperiment, audience: {} };
  const change = (part: Partial<Draft>) => setDraft({ ...now, ...part });

  const save = useMutation({
    mutationFn: async () => {
      const message = { name: now.name, templateName: now.template?.name, language: now.template?.language, ...trim(now.fill), ...(!isSame(now.experiment, kept?.experiment ?? noExperiment) && { experiment: fieldsOf(now.experiment) }) };
      if (now.table) {
        const { file, defaultCountry } = now.table;
        // A table makes a draft of its own, so the one before it is put away.
        const made = await api.broadcasts.createFromTable({ ...(broadcast.data && restOf(broadcast.data)), ...message, file, defaultCountry: defaultCountry || undefined });
        if (id) await api.broadcasts.delete(id).catch(tellError);
        return made;
      }
      if (!id) return api.broadcasts.create({ ...message, audience: now.audience });
      return api.broadcasts.update(id, { ...(draft ? message : {}), ...(isChosen(now.audience) ? { audience: now.audience } : {}) });
    },
    onSuccess: (saved) => {
      queries.setQueryData(['broadcast', saved.id], saved);
      void queries.invalidateQueries({ queryKey: ['broadcasts'] });
      void queries.invalidateQueries({ queryKey: ['forecast', saved.id] });
      // It is read once: the next time it would be a third draft.
      if (now.table) setDraft({ ...now, table: undefined });
      show('forecast', saved.id);
    },
    onError: (error) => {
      const places = Object.keys(faultsOf(error));
      if (isOfThisStep(places)) show('experiment');
      else if (places.length > 0 && !places.some((p) => p.startsWith('/audience') || isOfTable(p))) show('message');
    },
  });
  const drop = useMutation({
    mutationFn: () => api.broadcasts.delete(id!),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['broadcasts'] });
      go({ part: 'broadcasts', replace: true });
    },
    onError: tellError,
  });
  const faults = faultsOf(save.error);

  if (templates.error || broadcast.error) return <Trouble error={templates.error ?? broadcast.error} />;
  if (!templates.data || (id && !broadcast.data)) return <Loading />;
  const at = steps.indexOf(step);
  return (
    <Page title={now.name || t('new')} actions={(
      <>
        {id && <Button variant="subtle" color="gray" loading={drop.isPending} onClick={() => drop.mutate()}>{t('deleteDraft')}</Button>}
        <Button variant="default" onClick={() => go({ part: 'broadcasts' })}>{t(id ? 'later' : 'app:action.cancel')}</Button>
      </>
    )}>
      <Stepper active={at} size="sm" mb="lg" className="bc-steps" onStepClick={(i) => show(steps[i]!)} allowNextStepsSelect={false}>
        {steps.map((s) => <Stepper.Step key={s} label={t(`step.${s}`)} allowStepSelect={steps.indexOf(s) < at} />)}
      </Stepper>
      {save.error && <Alert color="red" mb="md" role="alert">{explain(save.error)}</Alert>}
      {step === 'message' && <MessageStep draft={now} change={change} templates={templates.data} faults={faults} next={() => show('experiment')} />}
      {step === 'experiment' && <ExperimentStep draft={now} change={(experiment) => change({ experiment })} templates={templates.data} faults={faults} back={() => show('message')} next={() => show('audience')} />}
      {step === 'audience' && (
        <AudienceStep
          draft={now} change={change} faults={faults} kept={broadcast.data} busy={save.isPending} back={() => show('experiment')} next={() => save.mutate()}
        />
      )}
      {step === 'forecast' && broadcast.data && <ForecastStep broadcast={broadcast.data} back={() => show('audience')} next={() => show('answers')} test={() => show('experiment')} />}
      {step === 'answers' && broadcast.data && <AnswersStep broadcast={broadcast.data} back={() => show('forecast')} next={() => show('send')} />}
      {step === 'send' && broadcast.data && <LaunchStep broadcast={broadcast.data} template={now.template} back={() => show('answers')} />}
      {at > 2 && !broadcast.data && <Text>{t('unsaved')}</Text>}
    </Page>
  );
}
