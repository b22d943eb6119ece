import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Findings, Onboarding, OnboardingItem } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { useLive } from '../../lib/live';

/** The items in the order in which they stand on the checklist. */
export const itemsOf = (list: Onboarding): OnboardingItem[] => [...list.prerequisites, ...list.steps];

export const isDone = (item: OnboardingItem): boolean => item.state === 'verified';

/** What to look at first: without an account nothing else can be looked at. */
export function firstToDo(list: Onboarding): OnboardingItem | undefined {
  const open = itemsOf(list).filter((i) => !isDone(i));
  return open.find((i) => i.id === 'messaging_account' && i.state === 'todo') ?? open.find((i) => i.state === 'rejected' || i.state === 'todo') ?? open[0];
}

/** Whether nothing of the list was looked at or said yet, so that what it says is not known to be so. */
export const isUnseen = (list: Onboarding): boolean => itemsOf(list).every((i) => i.checkedAt === null && i.confirmedAt === null && i.state === 'todo');

/** While nothing was looked at, it is asked for again soon: the service does so within half a minute. */
export const useChecklist = () => useQuery({ queryKey: ['onboarding', 'list'], queryFn: () => api.onboarding.get(), refetchInterval: ({ state }) => (state.data && isUnseen(state.data) ? 3000 : false) });

/** Whether the first look at what there is has yet to come: there is an account to look at, and nothing was found. */
export function useFirstLook(list: Onboarding): boolean {
  const accounts = useAccounts();
  return isUnseen(list) && (accounts.data?.length ?? 0) > 0;
}

export const useAccounts = () => useQuery({ queryKey: ['messaging-accounts'], queryFn: () => all(api.messagingAccounts.list()) });

/** With what the provider's window is opened. */
export const useSignup = (enabled: boolean) => useQuery({ queryKey: ['onboarding', 'signup'], queryFn: () => api.onboarding.signup(), staleTime: Infinity, enabled });

export const useNumbers = () => useQuery({ queryKey: ['phone-numbers', 'all'], queryFn: () => all(api.phoneNumbers.list({ limit: 200 })) });

export const useDoctor = () => useQuery<Findings>({ queryKey: ['onboarding', 'doctor'], queryFn: () => api.onboarding.doctor(), staleTime: 30_000 });

/** Asks for everything again that this part shows, now and whenever the service tells of a change. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  const refresh = () => {
    for (const key of ['onboarding', 'phone-numbers', 'messaging-accounts']) void queries.invalidateQueries({ queryKey: [key], predicate: (q) => q.queryKey[1] !== 'doctor' });
  };
  useLive(['onboarding.', 'phone_number.', 'messaging_account.'], refresh, refresh);
  return refresh;
}

/** Does something with an item, and puts what comes of it into the list. */
export function useItemAct<V>(act: (value: V) => PromiseLike<OnboardingItem>, done?: (item: OnboardingItem) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (value: V) => act(value),
    onSuccess: (item) => {
      const put = (list: OnboardingItem[]) => list.map((one) => (one.id === item.id ? item : one));
      queries.setQueryData<Onboarding>(['onboarding', 'list'], (old) => old && { ...old, prerequisites: put(old.prerequisites), steps: put(old.steps) });
      void queries.invalidateQueries({ queryKey: ['onboarding', 'list'] });
      done?.(item);
    },
  });
}

/** A sentence of the service for people: without the calls that programs make, and with times as they are written here. */
export const plainly = (sentence: string): string =>
  sentence
    .replaceAll(/:\s*(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^\s]*?(?=[.,;]?(?:\s|$))/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (at) => dateTime(at));
