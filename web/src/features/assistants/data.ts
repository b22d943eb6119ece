import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AIProvider, AssistantDetail, Evaluation, KnowledgeSource, PhoneNumber } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { may, useMe } from '../../lib/session';

type Doer = Evaluation['madeBy'];

export const useAssistants = () => useQuery({ queryKey: ['assistants', 'list'], queryFn: () => all(api.assistants.list({ limit: 200 })) });

export const useAssistant = (id: string) => useQuery({ queryKey: ['assistants', 'one', id], queryFn: () => api.assistants.get(id) });

export function useProviders() {
  const me = useMe();
  return useQuery({ queryKey: ['ai', 'providers'], queryFn: () => all(api.ai.providers.list({ limit: 200 })), enabled: may(me, 'ai:read'), refetchInterval: 10_000 });
}

export function usePhoneNumbers(): PhoneNumber[] {
  const me = useMe();
  return useQuery({ queryKey: ['phone-numbers'], queryFn: () => all(api.phoneNumbers.list({ limit: 200 })), enabled: may(me, 'numbers:read'), staleTime: 300_000 }).data ?? [];
}

/** Every source, to choose from. A workspace has up to 5,000; their texts are not in lists. */
export function useSourceNames() {
  const me = useMe();
  return useQuery({ queryKey: ['knowledge', 'names'], queryFn: () => all(api.knowledge.list({ limit: 200 })), enabled: may(me, 'knowledge:read'), staleTime: 60_000 });
}

/** What people call a source. */
export const sourceName = (s: KnowledgeSource): string => s.title || s.question || s.filename || s.url || s.id;

/** The words for who did something. */
export function useDoer(): (doer: Doer) => string {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const people = useQuery({ queryKey: ['users', 'names'], queryFn: () => all(api.users.list({ limit: 200 })), enabled: may(me, 'users:read'), staleTime: 300_000 }).data;
  return ({ type, id }) => {
    if (type !== 'user') return t(`by.${type}`, { defaultValue: type });
    const person = people?.find((p) => p.id === id);
    return person?.name ?? person?.email ?? (id === me.id ? me.name : t('by.user'));
  };
}

/** The revision that people work on: the draft, or the live one. */
export const newest = (a: AssistantDetail) => a.draft ?? a.live;

export const providerName = (providers: readonly AIProvider[] | undefined, id: string): string => providers?.find((p) => p.id === id)?.name ?? id;

/** Whether something in the background goes on. */
export const goesOn = (run: { state: string } | null | undefined): boolean => run?.state === 'running' || run?.state === 'paused';

/** Names of languages, such as "Spanish" for es. */
export function languageName(language: string, code: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
