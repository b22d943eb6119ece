import { createContext, useContext } from 'react';
import type { Me } from '@service/sdk';
import { api, chooseWorkspace, currentWorkspace, isSignedOut } from './api';

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

/** Asks who is signed in. */
export const meQuery = { queryKey: ['me'], queryFn: () => loadMe(), staleTime: 300_000 };

/** Who is signed in. A workspace that was chosen once and is not theirs any more is forgotten. */
async function loadMe(): Promise<Me> {
  try {
    const me = await api.sessions.me();
    if (me.workspaceId) return me;
    chooseWorkspace(me.workspaces[0]?.id ?? '');
  } catch (error) {
    if (isSignedOut(error) || !currentWorkspace()) throw error;
    chooseWorkspace('');
  }
  return api.sessions.me();
}
