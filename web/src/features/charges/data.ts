import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Budget } from '@service/sdk';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { money, dayText } from '../../lib/format';
import type { Period } from '../../lib/period';
import { may, useMe } from '../../lib/session';

export const dimensions = ['category', 'market', 'phoneNumber', 'template', 'broadcast', 'assistant', 'label', 'rule', 'month'] as const;
export type Dimension = (typeof dimensions)[number];

/** What the charges of a period add up to. Charges are no events of the app's stream, so it is asked again. */
export const useSums = (groupBy: Dimension | 'day', { from, to }: Period) =>
  useQuery({
    queryKey: ['charges', 'sums', groupBy, from, to], placeholderData: keepPreviousData, refetchInterval: 60_000,
    queryFn: ({ signal }) => api.charges.summarize({ groupBy, from, to }, { signal }),
  });

/** An amount with its currency, as far as both are known. */
export function worth(amount: string | null, currency: string | null): string | undefined {
  if (amount === null) return undefined;
  return currency ? money(amount, currency) : Number(amount) === 0 ? '0' : amount;
}

export function useNumbers() {
  const me = useMe();
  return useQuery({ queryKey: ['phone-numbers'], enabled: may(me, 'numbers:read'), staleTime: 300_000, queryFn: () => all(api.phoneNumbers.list({ limit: 200 })) });
}

export function useAccounts() {
  const me = useMe();
  return useQuery({ queryKey: ['charges', 'accounts'], enabled: may(me, 'numbers:read'), staleTime: 300_000, queryFn: () => all(api.messagingAccounts.list({ limit: 200 })) });
}

/** Says the names of what charges are of: numbers, assistants, labels and the newest broadcasts; identifiers of others. */
export function useNameOf(): (what: Dimension, key: string | null) => string {
  const { t } = useTranslation('charges');
  const me = useMe();
  const numbers = useNumbers().data;
  const assistants = useQuery({ queryKey: ['charges', 'assistants'], enabled: may(me, 'assistants:read'), staleTime: 300_000, queryFn: () => all(api.assistants.list({ limit: 200 })) }).data;
  const labels = useQuery({ queryKey: ['labels'], enabled: may(me, 'conversations:read'), staleTime: 300_000, queryFn: () => all(api.labels.list({ limit: 200 })) }).data;
  const broadcasts = useQuery({ queryKey: ['charges', 'broadcasts'], enabled: may(me, 'messages:read'), staleTime: 300_000, queryFn: async () => (await api.broadcasts.list({ limit: 200 }).page()).data }).data;
  return (what, key) => {
    if (!key) return t(what === 'market' || what === 'category' || what === 'phoneNumber' ? 'notKnown' : 'without');
    if (what === 'phoneNumber') return numbers?.find((n) => n.id === key)?.number ?? key;
    if (what === 'assistant') return assistants?.find((a) => a.id === key)?.name ?? key;
    if (what === 'label') return labels?.find((l) => l.id === key)?.name ?? key;
    if (what === 'broadcast') return broadcasts?.find((b) => b.id === key)?.name ?? key;
    if (what === 'category' || what === 'rule') return t(`${what}.${key}`, { defaultValue: key });
    return what === 'month' ? dayText(`${key}-01`, { month: 'long', year: 'numeric' }) : key;
  };
}

/** Who did something, as far as one may know. */
export function useWho(): (by: Budget['createdBy']) => string {
  const { t } = useTranslation('charges');
  const me = useMe();
  const users = useQuery({ queryKey: ['charges', 'users'], enabled: may(me, 'users:read'), staleTime: 300_000, queryFn: () => all(api.users.list({ limit: 200 })) }).data;
  return ({ type, id }) => {
    if (id === me.id) return me.name;
    const user = users?.find((u) => u.id === id);
    return user ? user.name ?? user.email : t(`by.${type}`, { defaultValue: t('by.other') });
  };
}
