import { Paper, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Broadcast, UpdateBroadcastRequest } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { ownTimeZone } from '../../components/week-hours';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { momentIn, shownIn } from './clock';

/** When a broadcast is sent, as it is typed. */
export interface Schedule {
  mode: 'now' | 'later' | 'recipient';
  /** The time that a clock shows; empty until it is chosen. */
  at: string;
}

/** The time zone of the workspace, that of its oldest calendar; undefined until it is known. */
export function useWorkspaceZone(): string | undefined {
  const enabled = may(useMe(), 'teams:read');
  const first = useQuery({ queryKey: ['calendars', 'first'], queryFn: async () => (await api.calendars.list({ limit: 1 }).page()).data, enabled });
  return first.data && (first.data[0]?.timeZone ?? 'UTC');
}

/** By whose clock the time of a broadcast is read: that of the workspace, where each recipient has their own. */
const zoneOf = (mode: Schedule['mode'], workspace = 'UTC') => (mode === 'recipient' ? workspace : ownTimeZone());

export function scheduleOf(b: Broadcast, workspace?: string): Schedule {
  if (!b.scheduledAt) return { mode: 'now', at: '' };
  const mode = b.timeZone === 'recipient' ? 'recipient' : 'later';
  return { mode, at: shownIn(zoneOf(mode, workspace), new Date(b.scheduledAt)) };
}

/** What has to change at a broadcast for a schedule; undefined for nothing. */
export function scheduling({ mode, at }: Schedule, b: Broadcast, workspace?: string): UpdateBroadcastRequest | undefined {
  if (mode !== 'now') return { scheduledAt: momentIn(zoneOf(mode, workspace), at).toISOString(), timeZone: mode === 'recipient' ? 'recipient' : 'workspace' };
  // A time that was set once cannot be taken away, so it becomes the next moment.
  return b.scheduledAt ? { scheduledAt: new Date(Date.now() + 2000).toISOString(), timeZone: 'workspace' } : undefined;
}

/** Chooses when it is sent: at once, at one moment for all, or at a time of each recipient's own clock. */
export function ScheduleFields({ value, change, workspace, error }: { value: Schedule; change: (value: Schedule) => void; workspace?: string; error?: string }) {
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
        <TextInput mt="xs" maw={260} type="datetime-local" aria-label={t(value.mode === 'later' ? 'at' : 'atTheirs')} value={value.at} error={error} onChange={(e) => change({ ...value, at: e.currentTarget.value })}
          description={value.mode === 'later' ? t('timeZone', { zone: ownTimeZone() }) : t('timeZoneTheirs')} inputWrapperOrder={['input', 'description', 'error']} />
      )}
    </Paper>
  );
}

/** For when a broadcast is scheduled, by the clock that is meant. */
export function ScheduledFor({ broadcast: { scheduledAt, timeZone } }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const workspace = useWorkspaceZone();
  if (!scheduledAt) return null;
  const theirs = timeZone === 'recipient';
  return <LabelledValue label={t('scheduledFor')}>{theirs ? t('scheduledTheirs', { at: dateTime(scheduledAt, workspace) }) : dateTime(scheduledAt)}</LabelledValue>;
}
