import { MultiSelect, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingTeam, Team } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { useAvailability, useCalendars, useNumbers } from './data';
import { Overflow } from './target-form';

/** A new team, or all of one: its people, numbers and hours, and how it shares work. */
export function TeamForm({ value, close, done }: { value?: Team; close: () => void; done: () => void }) {
  const { t } = useTranslation('routing');
  const how = useQuery({ queryKey: ['routing', 'teams', value?.id, 'form'], queryFn: () => api.routing.team(value!.id), enabled: value !== undefined, staleTime: 0, gcTime: 0 });
  if (value && !how.data) {
    return <FormDialog title={t('teams.edit')} close={close} pending={false} save={() => {}}>{how.error ? <Trouble error={how.error} /> : <Loading />}</FormDialog>;
  }
  return <Fields value={value} how={how.data} close={close} done={done} />;
}

const methods: Team['method'][] = ['manual', 'round_robin', 'least_load'];
const places = ['/name', '/method', '/userIds', '/leadUserId', '/phoneNumberIds', '/stickyDays', '/agentLimit', '/shiftCalendarId'];

function Fields({ value, how, close, done }: { value?: Team; how?: RoutingTeam; close: () => void; done: () => void }) {
  const { t } = useTranslation('routing');
  const people = useAvailability().data ?? [];
  const phones = useNumbers();
  const calendars = useCalendars().data ?? [];
  const [name, setName] = useState(value?.name ?? '');
  const [members, setMembers] = useState(value?.userIds ?? []);
  const [lead, setLead] = useState(value?.leadUserId || null);
  const [numbers, setNumbers] = useState(value?.phoneNumberIds ?? []);
  const [method, setMethod] = useState<Team['method']>(value?.method ?? 'round_robin');
  const [sticky, setSticky] = useState<string | number>(how?.stickyDays ?? 0);
  const [limit, setLimit] = useState<string | number>(how?.agentLimit ?? 0);
  const [shift, setShift] = useState(how?.shiftCalendarId || null);
  const [overflow, setOverflow] = useState(how?.overflow ?? undefined);
  const made = useRef(value?.id); // if a later step fails, saving again does not make a second team
  const save = useMutation({
    mutationFn: async () => {
      if (made.current) await api.teams.update(made.current, { name });
      else made.current = (await api.teams.create({ name, method })).id;
      const id = made.current;
      await api.teams.setMembers(id, { userIds: members, ...(lead && members.includes(lead) && { leadUserId: lead }) });
      await api.teams.setNumbers(id, { phoneNumberIds: numbers });
      await api.routing.setTeam(id, { method, stickyDays: Number(sticky), agentLimit: Number(limit), ...(shift && { shiftCalendarId: shift }), ...(overflow && { overflow }) });
    },
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const nameOf = (id: string) => people.find((p) => p.userId === id)?.name ?? t('gone');
  const all = [...new Set([...people.map((p) => p.userId), ...members])];
  return (
    <FormDialog title={t(value ? 'teams.edit' : 'teams.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, places) ? undefined : save.error}>
      <TextInput label={t('name')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <MultiSelect label={t('teams.members')} searchable value={members} onChange={setMembers} error={fault('/userIds')} data={all.map((id) => ({ value: id, label: nameOf(id) }))} />
      <Select label={t('teams.lead')} clearable placeholder={t('teams.noLead')} value={lead} onChange={setLead} error={fault('/leadUserId')} data={members.map((id) => ({ value: id, label: nameOf(id) }))} />
      <MultiSelect label={t('teams.numbers')} description={t('teams.numbersHint')} value={numbers} onChange={setNumbers} error={fault('/phoneNumberIds')} data={phones.map((n) => ({ value: n.id, label: `${n.number} · ${n.verifiedName}` }))} />
      <Select label={t('teams.method')} allowDeselect={false} value={method} onChange={(v) => setMethod(v as typeof method)} error={fault('/method')} data={methods.map((m) => ({ value: m, label: t(`method.${m}`) }))} />
      <Text size="sm" className="quiet" mt={-8}>{t(`method.${method}_hint`)}</Text>
      <Select label={t('teams.shift')} description={t('teams.shiftHint')} clearable placeholder={t('teams.always')} value={shift} onChange={setShift} error={fault('/shiftCalendarId')} data={calendars.map((c) => ({ value: c.id, label: c.name }))} />
      <NumberInput label={t('teams.sticky')} description={t('teams.stickyHint')} min={0} value={sticky} onChange={setSticky} error={fault('/stickyDays')} />
      <NumberInput label={t('teams.limit')} description={t('teams.limitHint')} min={0} value={limit} onChange={setLimit} error={fault('/agentLimit')} />
      <Overflow value={overflow} change={setOverflow} />
    </FormDialog>
  );
}
