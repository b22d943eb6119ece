import { Alert, Anchor, Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RehearsalChanges } from '@service/sdk';
import { Card } from '../../components/sections';
import { ownTimeZone } from '../../components/week-hours';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf } from '../../lib/faults';
import { usePlace } from '../../lib/place';
import { useCalendars } from './data';
import { useDraft } from './draft';
import { AgentChange, CalendarChange, ExtraPerson, TeamChange } from './rehearsal-changes';

/** A time some days ago as a field for times has it, by the clock of this browser. */
const daysAgo = (days: number) => {
  const at = new Date(Date.now() - days * 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
type Lists = Required<Pick<RehearsalChanges, 'extra' | 'agents' | 'teams' | 'calendars'>>;
const worked = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) => ({ day, from: '09:00', to: '17:00' }));

/** Chooses a past period, and what is to be different in it. */
export function RehearsalForm() {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const { go } = usePlace();
  const draft = useDraft();
  const calendars = useCalendars().data ?? [];
  const [from, setFrom] = useState(() => daysAgo(7));
  const [to, setTo] = useState('');
  const [goal, setGoal] = useState<string | number>(15);
  const [rules, setRules] = useState(draft !== undefined);
  const [lists, setLists] = useState<Lists>({ extra: [], agents: [], teams: [], calendars: [] });
  const start = useMutation({
    mutationFn: () => {
      const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as RehearsalChanges;
      const changes: RehearsalChanges = { ...filled, ...(rules && draft && { rules: { rules: draft.rules, ...(draft.fallback && { default: draft.fallback }) } }) };
      return api.routing.createRehearsal({ from: new Date(from).toISOString(), ...(to && { to: new Date(to).toISOString() }), goalMinutes: Number(goal), ...(Object.keys(changes).length > 0 && { changes }) });
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['rehearsals'] });
      go({ part: 'routing', parts: ['rehearsals', id] });
    },
  });
  const put = <K extends keyof Lists>(name: K, at: number, value: Lists[K][number] | undefined) =>
    setLists((old) => ({ ...old, [name]: value === undefined ? old[name].filter((_, i) => i !== at) : old[name].map((x, i) => (i === at ? value : x)) }));
  const add = <K extends keyof Lists>(name: K, value: Lists[K][number]) => setLists((old) => ({ ...old, [name]: [...old[name], value] }));
  const fault = (pointer: string) => faultOf(start.error, pointer);
  return (
    <form className="ro-narrow" onSubmit={(e) => { e.preventDefault(); start.mutate(); }}>
      <Anchor component={Link} to={'/routing/rehearsals' as never} size="sm"><IconArrowLeft size={14} className="ro-inline ro-turn" aria-hidden /> {t('rehearsals.all')}</Anchor>
      <h2 className="ro-heading">{t('rehearsals.create')}</h2>
      <Text size="sm" className="quiet" mb="md">{t('rehearsals.createHint')}</Text>
      <Card title={t('rehearsals.period')}>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput type="datetime-local" label={t('rehearsals.from')} required value={from} max={daysAgo(0)} onChange={(e) => setFrom(e.currentTarget.value)} error={fault('/from')} />
          <TextInput type="datetime-local" label={t('rehearsals.to')} value={to} onChange={(e) => setTo(e.currentTarget.value)} error={fault('/to')} />
          <NumberInput label={t('rehearsals.goal')} min={1} value={goal} onChange={setGoal} error={fault('/goalMinutes')} />
        </SimpleGrid>
      </Card>
      <Card title={t('rehearsals.different')}>
        <Stack gap="sm">
          {draft ? <Switch label={t('change.useDraft')} description={t('change.useDraftHint')} checked={rules} onChange={(e) => setRules(e.currentTarget.checked)} /> : <Text size="sm" className="quiet">{t('change.noDraft')}</Text>}
          {lists.extra.map((x, i) => <ExtraPerson key={i} value={x} change={(v) => put('extra', i, v)} error={fault(`/changes/extra/${i}`)} />)}
          {lists.agents.map((x, i) => <AgentChange key={i} value={x} change={(v) => put('agents', i, v)} error={fault(`/changes/agents/${i}`)} />)}
          {lists.teams.map((x, i) => <TeamChange key={i} value={x} change={(v) => put('teams', i, v)} error={fault(`/changes/teams/${i}`)} />)}
          {lists.calendars.map((x, i) => <CalendarChange key={i} value={x} change={(v) => put('calendars', i, v)} error={fault(`/changes/calendars/${i}`)} />)}
          <Group gap="xs">
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add('extra', { name: t('change.newPerson', { n: lists.extra.length + 1 }), teamId: '', capacity: 5, hours: { timeZone: ownTimeZone(), hours: worked } })}>{t('change.addPerson')}</Button>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add('agents', { userId: '', capacity: 5 })}>{t('change.addAgent')}</Button>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add('teams', { teamId: '' })}>{t('change.addTeam')}</Button>
            {calendars.length > 0 && <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => add('calendars', { calendarId: '', timeZone: ownTimeZone(), hours: [] })}>{t('change.addCalendar')}</Button>}
          </Group>
        </Stack>
      </Card>
      {start.error && <Alert color="red" role="alert" mb="sm">{explain(start.error)}</Alert>}
      <Group justify="end"><Button type="submit" loading={start.isPending}>{t('rehearsals.start')}</Button></Group>
    </form>
  );
}
