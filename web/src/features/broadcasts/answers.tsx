import { Button, Group, MultiSelect, NumberInput, Paper, Select, Stack, Switch, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastResults, UpdateBroadcastRequest } from '@service/sdk';
import { Figure } from '../../components/figure';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, faultsOf } from '../../lib/faults';
import { number } from '../../lib/format';
import { may, useMe } from '../../lib/session';

type FollowUp = NonNullable<UpdateBroadcastRequest['followUp']>;

/** A follow-up as it is typed: a field may be empty meanwhile. */
interface Typed { hours: number | string; titles: string[]; labelIds: string[]; assistant: string | null; pipelineId: string | null; title: string; amount: string; teamId: string | null }

const nothing: Typed = { hours: 72, titles: [], labelIds: [], assistant: null, pipelineId: null, title: '{{contact.name}}', amount: '', teamId: null };

const typed = (u: Broadcast['followUp']): Typed | null => u && {
  hours: u.withinHours, titles: u.buttons?.titles ?? [], labelIds: u.labelIds, assistant: u.assistant, pipelineId: u.deal?.pipelineId ?? null,
  title: u.deal?.title ?? nothing.title, amount: u.deal?.amount ?? '', teamId: u.handOff?.teamId ?? null,
};

const asked = (v: Typed | null, before: Broadcast['followUp']): FollowUp => (v === null ? {} : {
  withinHours: Number(v.hours) || undefined,
  buttons: v.titles.length > 0 || before?.buttons?.payloads.length ? { titles: v.titles, payloads: before?.buttons?.payloads } : undefined,
  labelIds: v.labelIds,
  assistant: (v.assistant ?? undefined) as FollowUp['assistant'],
  deal: v.pipelineId
    ? { pipelineId: v.pipelineId, stageId: v.pipelineId === before?.deal?.pipelineId ? before.deal.stageId ?? undefined : undefined, title: v.title, amount: v.amount || undefined, currency: before?.deal?.currency ?? undefined }
    : undefined,
  handOff: v.teamId ? { teamId: v.teamId } : undefined,
});

/** The step between forecast and start: what happens where somebody answers. */
export function AnswersStep({ broadcast, back, next }: { broadcast: Broadcast; back: () => void; next: () => void }) {
  const { t } = useTranslation('broadcasts');
  const queries = useQueryClient();
  const [value, setValue] = useState(() => typed(broadcast.followUp));
  const change = (part: Partial<Typed>) => setValue({ ...(value ?? nothing), ...part });
  const save = useMutation({
    mutationFn: async () => (JSON.stringify(value) === JSON.stringify(typed(broadcast.followUp)) ? broadcast : api.broadcasts.update(broadcast.id, { followUp: asked(value, broadcast.followUp) })),
    onSuccess: (b) => {
      queries.setQueryData(['broadcast', b.id], b);
      next();
    },
    onError: (error) => { if (Object.keys(faultsOf(error)).length === 0) tellError(error); },
  });
  return (
    <form onSubmit={(e) => { e.preventDefault(); save.mutate(); }}>
      <Paper withBorder p="md">
        <Switch label={t('follow.title')} description={t('follow.hint')} checked={value !== null} onChange={(e) => setValue(e.currentTarget.checked ? nothing : null)} />
        {value && <Fields value={value} change={change} error={save.error} />}
      </Paper>
      <div className="bc-foot">
        <Button variant="default" onClick={back}>{t('app:action.back')}</Button>
        <Button type="submit" loading={save.isPending}>{t('next')}</Button>
      </div>
    </form>
  );
}

function Fields({ value: v, change, error }: { value: Typed; change: (part: Partial<Typed>) => void; error: unknown }) {
  const { t } = useTranslation('broadcasts');
  const me = useMe();
  const labels = useQuery({ queryKey: ['labels'], queryFn: () => all(api.labels.list({ limit: 200 })), staleTime: 300_000 }).data ?? [];
  const teams = useQuery({ queryKey: ['teams'], queryFn: () => all(api.teams.list({ limit: 200 })), enabled: may(me, 'teams:read'), staleTime: 300_000 }).data ?? [];
  const pipelines = useQuery({ queryKey: ['pipelines'], queryFn: () => all(api.pipelines.list({ limit: 200 })), enabled: may(me, 'deals:read'), staleTime: 300_000 }).data ?? [];
  const fault = (name: string) => faultOf(error, `/followUp/${name}`);
  const named = (list: { id: string; name: string }[]) => list.map((one) => ({ value: one.id, label: one.name }));
  const bare = faultsOf(error)['/followUp'];
  return (
    <Stack gap="sm" mt="md" maw={560}>
      <Group grow align="start">
        <NumberInput label={t('follow.within')} required min={1} max={720} allowDecimal={false} value={v.hours} error={fault('withinHours')} onChange={(hours) => change({ hours })} />
        <TagsInput label={t('follow.buttons')} placeholder={v.titles.length === 0 ? t('follow.every') : undefined} maxTags={20} value={v.titles} error={fault('buttons')} onChange={(titles) => change({ titles })} />
      </Group>
      <MultiSelect label={t('follow.labels')} data={named(labels)} searchable clearable maxValues={20} value={v.labelIds} error={fault('labelIds')} onChange={(labelIds) => change({ labelIds })} />
      <Select
        label={t('follow.assistant')} clearable placeholder={t('follow.unchanged')} value={v.assistant} error={fault('assistant')} onChange={(assistant) => change({ assistant })}
        data={(['none', 'on_duty'] as const).map((who) => ({ value: who, label: t(`follow.speaks.${who}`) }))}
      />
      {may(me, 'deals:read') && <Select label={t('follow.deal')} clearable searchable placeholder={t('follow.noDeal')} data={named(pipelines)} value={v.pipelineId} error={fault('deal/pipelineId') ?? fault('deal/stageId')} onChange={(pipelineId) => change({ pipelineId })} />}
      {v.pipelineId && (
        <Group grow align="start">
          <TextInput label={t('follow.dealTitle')} required maxLength={200} value={v.title} error={fault('deal/title')} onChange={(e) => change({ title: e.currentTarget.value })} />
          <TextInput label={t('follow.amount')} inputMode="decimal" value={v.amount} error={fault('deal/amount')} onChange={(e) => change({ amount: e.currentTarget.value.replace(',', '.') })} />
        </Group>
      )}
      {may(me, 'teams:read') && <Select label={t('follow.team')} clearable searchable placeholder={t('follow.noTeam')} data={named(teams)} value={v.teamId} error={fault('handOff')} onChange={(teamId) => change({ teamId })} />}
      {bare && <Text c="red" size="sm" role="alert">{bare}</Text>}
    </Stack>
  );
}

/** What was done after the answers so far. */
export function FollowedUp({ counts }: { counts: NonNullable<BroadcastResults['followUp']> }) {
  const { t } = useTranslation('broadcasts');
  return (
    <section aria-label={t('follow.done')}>
      <Title order={2} size="h5" mb="xs">{t('follow.done')}</Title>
      <div className="bc-figures">
        {(['answered', 'labelled', 'dealsMade', 'handedOff', 'failed'] as const).map((name) => <Figure key={name} label={t(`follow.count.${name}`)} value={number(counts[name])} />)}
      </div>
    </section>
  );
}
