import { expect, test } from 'vitest';
import { isInNoTeam } from './no-team';

const who = (kind: 'all' | 'teams' | 'own_and_unassigned_of_teams' | 'own_and_followed', teamIds: string[] = []) => ({ reach: { kind, teamIds, phoneNumberIds: [] } });

test('only who reaches by teams misses one', () => {
  for (const kind of ['teams', 'own_and_unassigned_of_teams'] as const) {
    expect(isInNoTeam(who(kind))).toBe(true);
    expect(isInNoTeam(who(kind, ['team_1']))).toBe(false);
  }
  for (const kind of ['all', 'own_and_followed'] as const) expect(isInNoTeam(who(kind))).toBe(false);
});
