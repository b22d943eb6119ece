import type { AssistantConfig } from '@service/sdk';

/** What the form changes, each part on its own. */
export interface ConfigProps {
  value: AssistantConfig;
  put: (change: Partial<AssistantConfig>) => void;
  /** What is wrong with a field, by its pointer within the configuration. */
  fault: (pointer: string) => string | undefined;
  disabled: boolean;
}

/**
 * The service takes a configuration as a merge patch: what was taken out is named with null. One
 * message of several cannot be named so; then all go first, and what stays is set again.
 */
export function patchesOf(before: AssistantConfig, after: AssistantConfig): AssistantConfig[] {
  const messages = after.handOff?.messages ?? {};
  const gone = Object.keys(before.handOff?.messages ?? {}).some((language) => !(language in messages));
  const none = { handOff: { messages: null } } as unknown as AssistantConfig;
  const all = { ...after, ...(before.hours && !after.hours ? { hours: null } : {}) } as AssistantConfig;
  if (!gone) return [all];
  return Object.keys(messages).length > 0 ? [none, all] : [{ ...all, handOff: { ...after.handOff, ...none.handOff } }];
}

export const sameConfig = (a: AssistantConfig, b: AssistantConfig): boolean => JSON.stringify(a) === JSON.stringify(b);
