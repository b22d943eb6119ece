import type { Broadcast, UpdateBroadcastRequest } from '@service/sdk';
import { ownTimeZone } from '../../components/week-hours';
import { momentIn, shownIn } from './clock';

/** When a broadcast is sent, as it is typed. */
export interface Schedule {
  mode: 'now' | 'later' | 'recipient';
  /** The time that a clock shows; empty until it is chosen. */
  at: string;
  /** When nobody gets it, by the clock of each recipient. */
  quiet: Broadcast['quietHours'];
}

/** By whose clock the time of a broadcast is read: that of the workspace, where each recipient has their own. */
const zoneOf = (mode: Schedule['mode'], workspace = 'UTC') => (mode === 'recipient' ? workspace : ownTimeZone());

export function scheduleOf(b: Broadcast, workspace?: string): Schedule {
  if (!b.scheduledAt) return { mode: 'now', at: '', quiet: b.quietHours };
  const mode = b.timeZone === 'recipient' ? 'recipient' : 'later';
  return { mode, at: shownIn(zoneOf(mode, workspace), new Date(b.scheduledAt)), quiet: b.quietHours };
}

/** What has to change at a broadcast for a schedule; undefined for nothing. */
export function scheduling({ mode, at, quiet }: Schedule, b: Broadcast, workspace?: string): UpdateBroadcastRequest | undefined {
  const change: UpdateBroadcastRequest = {};
  if (mode !== 'now') Object.assign(change, { scheduledAt: momentIn(zoneOf(mode, workspace), at).toISOString(), timeZone: mode === 'recipient' ? 'recipient' : 'workspace' });
  // A time that was set once cannot be taken away, so it becomes the next moment.
  else if (b.scheduledAt) Object.assign(change, { scheduledAt: new Date(Date.now() + 2000).toISOString(), timeZone: 'workspace' });
  if (quiet?.from !== b.quietHours?.from || quiet?.to !== b.quietHours?.to) change.quietHours = quiet ?? ({} as NonNullable<typeof quiet>); // without hours: never
  return Object.keys(change).length > 0 ? change : undefined;
}
