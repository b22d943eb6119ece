/** Reads an environment variable, if there is an environment. A blank value counts as unset. */
export function env(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name]?.trim() || undefined;
}

/** Whether this runs in a browser page, where an API key would be public. */
export function inBrowser(): boolean {
  return typeof (globalThis as { window?: { document?: unknown } }).window?.document !== 'undefined';
}
