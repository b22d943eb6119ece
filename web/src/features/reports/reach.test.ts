import { expect, test } from 'vitest';
import { insteadOf } from './reach';

const who = (kind: 'all' | 'teams' | 'own_and_followed', teamIds: string[] = [], phoneNumberIds: string[] = []) => ({ id: 'usr_me', reach: { kind, teamIds, phoneNumberIds } });

test('who reaches everything asks for what they like', () => {
  for (const search of [{}, { teamId: 'team_1' }, { agentId: 'usr_other', phoneNumberId: 'num_1' }, { labelId: 'lbl_1' }]) expect(insteadOf(who('all'), search)).toBeUndefined();
});

test('who reaches some conversations gets their own figures', () => {
  const me = who('own_and_followed', ['team_1']);
  expect(insteadOf(me, { from: '2026-11-01' })).toEqual({ from: '2026-11-01', agentId: 'usr_me' });
  expect(insteadOf(me, { agentId: 'usr_me' })).toBeUndefined();
  for (const search of [{ agentId: 'usr_other' }, { teamId: 'team_1' }, { labelId: 'lbl_1' }]) expect(insteadOf(me, search)).toMatchObject({ agentId: 'usr_me', teamId: undefined, labelId: undefined });
});

test('who reaches teams gets those of a team, too', () => {
  const me = who('teams', ['team_1']);
  expect(insteadOf(me, { teamId: 'team_1' })).toBeUndefined();
  expect(insteadOf(me, { agentId: 'usr_me' })).toBeUndefined();
  expect(insteadOf(me, { teamId: 'team_2' })).toMatchObject({ agentId: 'usr_me', teamId: undefined });
  expect(insteadOf(me, { teamId: 'team_1', agentId: 'usr_other' })).toMatchObject({ agentId: 'usr_me' });
});

test('who reaches some numbers gets those of one of them', () => {
  const me = who('all', [], ['num_1', 'num_2']);
  expect(insteadOf(me, {})).toEqual({ phoneNumberId: 'num_1' });
  expect(insteadOf(me, { phoneNumberId: 'num_2', agentId: 'usr_other' })).toBeUndefined();
  expect(insteadOf(me, { phoneNumberId: 'num_3', teamId: 'team_1' })).toEqual({ phoneNumberId: 'num_1', teamId: 'team_1' });
});
