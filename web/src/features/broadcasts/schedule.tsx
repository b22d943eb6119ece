import { Group, Paper, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Broadcast } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { ownTimeZone } from '../../components/week-hours';
import { api } from '../../lib/api';
import { dateTime, time } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import type { Schedule } from './timing';

/** The time zone of the workspace, that of its oldest calendar; undefined until it is known. */
export function useWorkspaceZone(): string | undefined {
  const enabled = may(useMe(), 'teams:read');
  const first = useQuery({ queryKey: ['calendars', 'first'], queryFn: async () => (await api.calendars.list({ limit: 1 }).page()).data, enabled });
  return first.data && (first.data[0]?.timeZone ?? 'UTC');
}

/** What quiet hours begin as: nobody is written to in the evening and at night. */
const usual = { from: '20:00', to: '08:00' };

/** Chooses when it is sent: at once, at one moment for all, or at a time of each recipient's own clock; and when it is not. */
export function ScheduleFields({ value, change, workspace, faults }: { value: Schedule; change: (value: Schedule) => void; workspace?: string; faults: Record<string, string> }) {
  const { t } = useTranslation('broadcasts');
  return (
    <Paper withBorder p="md">
      <Radio.Group label={t('whenToSend')} value={value.mode} onChange={(mode) => change({ ...value, mode: mode as Schedule['mode'] })}>
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t('now')} />
          <Radio value="later" label={t('at')} />
          <Radio value="recipient" label={t('atTheirs')} description={t('atTheirsHint')} disabled={!workspace} />
        </Stack>
      </Radio.Group>
      {value.mode !== 'now' && (
        <TextInput mt="xs" maw={260} type="datetime-local" aria-label={t(value.mode === 'later' ? 'at' : 'atTheirs')} value={value.at} error={faults['/scheduledAt']} onChange={(e) => change({ ...value, at: e.currentTarget.value })}
          description={value.mode === 'later' ? t('timeZone', { zone: ownTimeZone() }) : t('timeZoneTheirs')} inputWrapperOrder={['input', 'description', 'error']} />
      )}
      <QuietFields value={value.quiet} change={(quiet) => change({ ...value, quiet })} faults={faults} />
    </Paper>
  );
}

function QuietFields({ value, change, faults }: { value: Schedule['quiet']; change: (value: Schedule['quiet']) => void; faults: Record<string, string> }) {
  const { t } = useTranslation('broadcasts');
  return (
    <>
      <Switch mt="md" label={t('quiet.title')} description={t('quiet.hint')} checked={value !== null} onChange={(e) => change(e.currentTarget.checked ? usual : null)} />
      {value && (
        <Group mt="xs" grow align="start" maw={320} role="group" aria-label={t('quiet.title')}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput key={end} type="time" required label={t(`quiet.${end}`)} value={value[end]} error={faults[`/quietHours/${end}`]} onChange={(e) => change({ ...value, [end]: e.currentTarget.value })} />
          ))}
        </Group>
      )}
    </>
  );
}

/** Quiet hours in words. */
export function useQuietHours(): (quiet: Broadcast['quietHours']) => string {
  const { t } = useTranslation('broadcasts');
  const shown = (at: string) => (at ? time(`2026-01-01T${at}`) : '–'); // a field may be empty meanwhile
  return (quiet) => (quiet ? t('quiet.value', { from: shown(quiet.from), to: shown(quiet.to) }) : t('quiet.none'));
}

/** For when a broadcast is scheduled, by the clock that is meant. */
export function ScheduledFor({ broadcast: { scheduledAt, timeZone } }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const workspace = useWorkspaceZone();
  if (!scheduledAt) return null;
  const theirs = timeZone === 'recipient';
  return <LabelledValue label={t('scheduledFor')}>{theirs ? t('scheduledTheirs', { at: dateTime(scheduledAt, workspace) }) : dateTime(scheduledAt)}</LabelledValue>;
}
