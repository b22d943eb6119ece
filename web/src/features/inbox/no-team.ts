import type { Me } from '@service/sdk';

/** Whether somebody sees the conversations of their teams, and is in none. */
export const isInNoTeam = ({ reach }: Pick<Me, 'reach'>): boolean => (reach.kind === 'teams' || reach.kind === 'own_and_unassigned_of_teams') && reach.teamIds.length === 0;
