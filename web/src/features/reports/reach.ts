import type { Me } from '@service/sdk';
import type { Search } from '../../lib/place';

type Reach = Pick<Me, 'id' | 'reach'>;

/** The teams whose figures somebody sees; undefined for all. */
export const teamsOf = ({ reach }: Reach): readonly string[] | undefined => (reach.kind === 'all' ? undefined : reach.kind === 'teams' ? reach.teamIds : []);

/** The phone numbers whose figures somebody sees; undefined for all. */
export const numbersOf = ({ reach }: Reach): readonly string[] | undefined => (reach.phoneNumberIds.length > 0 ? reach.phoneNumberIds : undefined);

/** Whether somebody sees the figures of everybody, on the numbers that they reach. */
export const seesEverybody = ({ reach }: Reach): boolean => reach.kind === 'all';

/**
 * What is to be asked for instead of figures that somebody does not see: their own. undefined if they see what the
 * address asks for. It is what the service allows (docs/reports.md).
 */
export function insteadOf(me: Reach, search: Search): Search | undefined {
  const numbers = numbersOf(me);
  const teams = teamsOf(me);
  const seesNumber = !numbers || (!!search.phoneNumberId && numbers.includes(search.phoneNumberId));
  const seesWhose = !teams || (search.agentId ? search.agentId === me.id : !!search.teamId && teams.includes(search.teamId));
  if (seesNumber && seesWhose) return undefined;
  return {
    ...search,
    ...(!seesNumber && { phoneNumberId: numbers?.[0] }),
    ...(!seesWhose && { agentId: me.id, teamId: undefined, labelId: undefined }),
  };
}
