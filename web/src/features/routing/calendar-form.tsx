import { ActionIcon, Button, FileButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCalendarPlus, IconFileUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar, CalendarException, OfficeHours } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { ownTimeZone, TimeZoneInput, WeekHoursInput } from '../../components/week-hours';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { Holidays } from './holidays';

/** A calendar: its hours of the week, and the days on which they differ. */
export function CalendarForm({ value, close, done }: { value?: Calendar; close: () => void; done: () => void }) {
  const { t } = useTranslation('routing');
  const [name, setName] = useState(value?.name ?? '');
  const [timeZone, setZone] = useState(value?.timeZone ?? ownTimeZone());
  const [hours, setHours] = useState<OfficeHours[]>(value?.hours ?? (['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map((day) => ({ day, from: '09:00', to: '17:00' })));
  const [exceptions, setExceptions] = useState<CalendarException[]>(value?.exceptions ?? []);
  const [file, setFile] = useState<File | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      const request = { name, timeZone, hours, exceptions };
      return value ? api.calendars.update(value.id, request) : api.calendars.create(request);
    },
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const add = (more: CalendarException[]) => setExceptions((old) => [...old, ...more.filter((x) => !old.some((o) => o.date === x.date))].sort((a, b) => a.date.localeCompare(b.date)));
  return (
    <FormDialog title={t(value ? 'hours.edit' : 'hours.create')} size="xl" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/name', '/timeZone', '/hours', '/exceptions']) ? undefined : save.error}>
      <TextInput label={t('name')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <TimeZoneInput value={timeZone} onChange={setZone} error={fault('/timeZone')} />
      <WeekHoursInput value={hours} onChange={(next) => setHours(next as OfficeHours[])} error={fault('/hours')} />
      <Group justify="space-between">
        <Title order={3} size="h6">{t('hours.exceptions')}</Title>
        <Group gap="xs">
          {value && <FileButton accept=".ics,text/calendar" onChange={setFile}>{(props) => <Button {...props} size="xs" variant="default" leftSection={<IconFileUpload size={14} />}>{t('hours.import')}</Button>}</FileButton>}
          <Button size="xs" variant="default" leftSection={<IconCalendarPlus size={14} />} onClick={() => setExceptions([...exceptions, { date: '', name: '', hours: [] }])}>{t('hours.addDay')}</Button>
        </Group>
      </Group>
      {value && file && <Holidays calendarId={value.id} file={file} close={() => setFile(null)} add={(days) => { add(days); setFile(null); }} />}
      {exceptions.length === 0 && <Text size="sm" className="quiet">{t('hours.noExceptions')}</Text>}
      <Stack gap="xs">{exceptions.map((x, at) => <Exception key={at} value={x} error={fault(`/exceptions/${at}`)} change={(next) => setExceptions(exceptions.map((o, i) => (i === at ? next : o)))} remove={() => setExceptions(exceptions.filter((_, i) => i !== at))} />)}</Stack>
    </FormDialog>
  );
}

/** One day with other hours, or with none. */
function Exception({ value: x, change, remove, error }: { value: CalendarException; change: (next: CalendarException) => void; remove: () => void; error?: string }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const [first] = x.hours ?? [];
  const at = (part: { from?: string; to?: string }) => {
    const next = { from: first?.from ?? '', to: first?.to ?? '', ...part };
    change({ ...x, hours: next.from || next.to ? [next, ...(x.hours ?? []).slice(1)] : [] });
  };
  return (
    <div role="group" aria-label={x.name || t('hours.newDay')}>
      <Group gap="xs" align="end" wrap="wrap">
        <TextInput size="xs" type="date" required aria-label={t('hours.date')} value={x.date} onChange={(e) => change({ ...x, date: e.currentTarget.value })} />
        <TextInput size="xs" className="ro-grow" required aria-label={t('hours.dayName')} placeholder={t('hours.dayName')} dir="auto" value={x.name} onChange={(e) => change({ ...x, name: e.currentTarget.value })} />
        <TextInput size="xs" type="time" aria-label={shared('hours.from', { day: x.name })} value={first?.from ?? ''} onChange={(e) => at({ from: e.currentTarget.value })} />
        <span aria-hidden>–</span>
        <TextInput size="xs" type="time" aria-label={shared('hours.to', { day: x.name })} value={first?.to === '24:00' ? '00:00' : first?.to ?? ''} onChange={(e) => at({ to: e.currentTarget.value === '00:00' ? '24:00' : e.currentTarget.value })} />
        <Text size="xs" className="quiet ro-state">{first ? t('hours.otherHours') : shared('hours.closed')}</Text>
        <ActionIcon variant="subtle" color="gray" aria-label={`${shared('action.delete')}: ${x.name}`} onClick={remove}><IconX size={15} /></ActionIcon>
      </Group>
      {error && <Text size="xs" c="var(--mantine-color-error)" role="alert">{error}</Text>}
    </div>
  );
}
