import { createContext, useContext } from 'react';
import type { Me } from '@service/sdk';

export const SessionContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Only for what the shell shows. */
export function useMe(): Me {
  const me = useContext(SessionContext);
  if (!me) throw new Error('useMe is for pages of people who signed in');
  return me;
}

/** Whether somebody may do what needs a scope; such as `deals:write`. */
export const may = (me: Me, scope: string): boolean =>
  me.scopes.some((s) => s === '*' || s === scope);

/** Whether somebody reaches every conversation. */
export const reachesAll = (me: Me): boolean => me.reach.kind === 'all' && me.reach.phoneNumberIds.length === 0;
