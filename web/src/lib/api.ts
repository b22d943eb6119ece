import { APIError, ServiceClient } from '@service/sdk';

/** Where this browser remembers the workspace that was worked in last. */
const workspaceKey = 'workspace';

export const currentWorkspace = (): string => localStorage.getItem(workspaceKey) ?? '';
export const chooseWorkspace = (id: string): void => localStorage.setItem(workspaceKey, id);

/**
 * The service, called as who signed in: the browser sends the session's cookie. The
 * workspace is named with each call, as it may change while the page is open.
 */
export const api = new ServiceClient({
  session: true,
  baseUrl: location.origin,
  logLevel: 'off',
  fetch: async (url, init) => {
    const headers = new Headers(init.headers);
    const workspace = currentWorkspace();
    if (workspace) headers.set('crm-workspace', workspace);
    const answer = await fetch(url, { ...init, headers });
    if (answer.status === 401) doubt?.();
    return answer;
  },
});

let doubt: (() => void) | undefined;

/** Calls ask whenever the service does not know who calls: then a session may have ended. */
export function onUnknownCaller(ask: () => void): void {
  doubt = ask;
}

/** Whether an error is the service's answer with this code. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof APIError && codes.includes(error.code ?? '');
}

/** Whether nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof APIError && error.status === 401;
