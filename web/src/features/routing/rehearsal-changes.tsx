import { ActionIcon, Group, NumberInput, Paper, Select, SimpleGrid, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfficeHours, RehearsalChanges } from '@service/sdk';
import { ownTimeZone, TimeZoneInput, WeekHoursInput } from '../../components/week-hours';
import { useAvailability, useCalendars, useSkills, useTeams } from './data';
import { skillsOf } from './keys';

type Item<K extends 'extra' | 'agents' | 'teams' | 'calendars'> = NonNullable<RehearsalChanges[K]>[number];

interface Props<T> {
  value: T;
  change: (value: T | undefined) => void;
  error?: string;
}

function Change({ title, remove, error, children }: { title: string; remove: () => void; error?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs"><Text size="sm" fw={600}>{title}</Text><ActionIcon variant="subtle" color="gray" aria-label={`${t('action.delete')}: ${title}`} onClick={remove}><IconX size={16} /></ActionIcon></Group>
      {children}
      {error && <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>{error}</Text>}
    </Paper>
  );
}

const useTeamChoices = () => (useTeams().data ?? []).map((x) => ({ value: x.id, label: x.name }));

/** Somebody beside the members. */
export function ExtraPerson({ value: x, change, error }: Props<Item<'extra'>>) {
  const { t } = useTranslation('routing');
  const teams = useTeamChoices();
  const skills = useSkills();
  return (
    <Change title={t('change.addPerson')} remove={() => change(undefined)} error={error}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="sm">
        <TextInput label={t('name')} required dir="auto" value={x.name} onChange={(e) => change({ ...x, name: e.currentTarget.value })} />
        <Select label={t('team')} required allowDeselect={false} data={teams} value={x.teamId || null} onChange={(teamId) => change({ ...x, teamId: teamId ?? '' })} />
        <NumberInput label={t('people.capacity')} min={1} value={x.capacity} onChange={(n) => change({ ...x, capacity: Number(n) })} />
        <TagsInput label={t('people.skills')} data={skills} value={x.skills ?? []} onChange={(list) => change({ ...x, skills: skillsOf(list) })} />
      </SimpleGrid>
      <TimeZoneInput value={x.hours.timeZone} onChange={(timeZone) => change({ ...x, hours: { ...x.hours, timeZone } })} />
      <Text size="sm" fw={500} my={4}>{t('change.worksAt')}</Text>
      <WeekHoursInput value={x.hours.hours} onChange={(hours) => change({ ...x, hours: { ...x.hours, hours: hours as OfficeHours[] } })} />
    </Change>
  );
}

/** A member with another capacity, other skills or other hours. */
export function AgentChange({ value: x, change, error }: Props<Item<'agents'>>) {
  const { t } = useTranslation('routing');
  const people = (useAvailability().data ?? []).map((p) => ({ value: p.userId, label: p.name }));
  const skills = useSkills();
  return (
    <Change title={t('change.addAgent')} remove={() => change(undefined)} error={error}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="sm">
        <Select label={t('change.member')} required searchable allowDeselect={false} data={people} value={x.userId || null} onChange={(userId) => change({ ...x, userId: userId ?? '' })} />
        <NumberInput label={t('people.capacity')} description={t('change.absent')} min={0} value={x.capacity ?? ''} onChange={(n) => change({ ...x, capacity: n === '' ? undefined : Number(n) })} inputWrapperOrder={['label', 'input', 'description']} />
        <TagsInput label={t('people.skills')} description={t('change.asBefore')} data={skills} value={x.skills ?? []} onChange={(list) => change({ ...x, skills: list.length > 0 ? skillsOf(list) : undefined })} inputWrapperOrder={['label', 'input', 'description']} />
      </SimpleGrid>
      <Switch label={t('change.otherHours')} checked={x.hours !== undefined} onChange={(e) => change({ ...x, hours: e.currentTarget.checked ? { timeZone: ownTimeZone(), hours: [] } : undefined })} mb="xs" />
      {x.hours && <WeekHoursInput value={x.hours.hours} onChange={(hours) => change({ ...x, hours: { timeZone: x.hours!.timeZone, hours: hours as OfficeHours[] } })} />}
    </Change>
  );
}

/** A team that shares its work in another way. */
export function TeamChange({ value: x, change, error }: Props<Item<'teams'>>) {
  const { t } = useTranslation('routing');
  const teams = useTeamChoices();
  const count = (n: string | number) => (n === '' ? undefined : Number(n));
  return (
    <Change title={t('change.addTeam')} remove={() => change(undefined)} error={error}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select label={t('team')} required allowDeselect={false} data={teams} value={x.teamId || null} onChange={(teamId) => change({ ...x, teamId: teamId ?? '' })} />
        <Select label={t('teams.method')} clearable placeholder={t('change.asBefore')} value={x.method ?? null} onChange={(m) => change({ ...x, method: (m as typeof x.method) ?? undefined })} data={(['manual', 'round_robin', 'least_load'] as const).map((m) => ({ value: m, label: t(`method.${m}`) }))} />
        <NumberInput label={t('teams.sticky')} placeholder={t('change.asBefore')} min={0} value={x.stickyDays ?? ''} onChange={(n) => change({ ...x, stickyDays: count(n) })} />
        <NumberInput label={t('teams.limit')} placeholder={t('change.asBefore')} min={0} value={x.agentLimit ?? ''} onChange={(n) => change({ ...x, agentLimit: count(n) })} />
      </SimpleGrid>
    </Change>
  );
}

/** A calendar with other hours. */
export function CalendarChange({ value: x, change, error }: Props<Item<'calendars'>>) {
  const { t } = useTranslation('routing');
  const calendars = useCalendars().data ?? [];
  const choose = (id: string | null) => {
    const c = calendars.find((one) => one.id === id);
    if (c) change({ calendarId: c.id, timeZone: c.timeZone, hours: c.hours, exceptions: c.exceptions });
  };
  return (
    <Change title={t('change.addCalendar')} remove={() => change(undefined)} error={error}>
      <Select mb="sm" label={t('hours.calendar')} required allowDeselect={false} data={calendars.map((c) => ({ value: c.id, label: c.name }))} value={x.calendarId || null} onChange={choose} />
      {x.calendarId && <WeekHoursInput value={x.hours} onChange={(hours) => change({ ...x, hours: hours as OfficeHours[] })} />}
    </Change>
  );
}
