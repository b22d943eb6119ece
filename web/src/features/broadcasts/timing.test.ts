import { expect, test } from 'vitest';
import type { Broadcast } from '@service/sdk';
import { scheduleOf, scheduling } from './timing';

const broadcast = (part: Partial<Broadcast>) => ({ scheduledAt: null, timeZone: 'workspace', quietHours: null, ...part }) as Broadcast;
const night = { from: '20:00', to: '08:00' };

test('a schedule that nobody changed changes nothing', () => {
  for (const b of [broadcast({}), broadcast({ quietHours: night })]) expect(scheduling(scheduleOf(b), b)).toBeUndefined();
});

test('quiet hours are set, changed and taken away', () => {
  expect(scheduling({ mode: 'now', at: '', quiet: night }, broadcast({}))).toEqual({ quietHours: night });
  expect(scheduling({ mode: 'now', at: '', quiet: { ...night, to: '09:00' } }, broadcast({ quietHours: night }))).toEqual({ quietHours: { from: '20:00', to: '09:00' } });
  expect(scheduling({ mode: 'now', at: '', quiet: null }, broadcast({ quietHours: night }))).toEqual({ quietHours: {} });
});

test('quiet hours go with a time of the recipients', () => {
  expect(scheduling({ mode: 'recipient', at: '2026-12-01T09:00', quiet: night }, broadcast({}), 'Asia/Tokyo'))
    .toEqual({ scheduledAt: '2026-12-01T00:00:00.000Z', timeZone: 'recipient', quietHours: night });
});
