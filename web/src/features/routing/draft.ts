import { useSyncExternalStore } from 'react';
import type { RoutingRule, RoutingTarget } from '@service/sdk';

/** Rules as somebody is changing them. They hold once they are saved; until then they can be rehearsed. */
export interface RulesDraft {
  /** The version that was changed. */
  version: number;
  rules: RoutingRule[];
  fallback: RoutingTarget | null;
}

let draft: RulesDraft | undefined;
const watchers = new Set<() => void>();

/** Kept while one goes to another section, such as to rehearse it. */
export function setDraft(next: RulesDraft | undefined): void {
  draft = next;
  for (const tell of watchers) tell();
}

export const useDraft = (): RulesDraft | undefined => useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => draft);
