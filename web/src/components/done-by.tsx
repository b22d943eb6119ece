import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DoneBy } from '@service/sdk';
import { api } from '../lib/api';
import { may, useMe } from '../lib/session';

/** Who did something, in a word or by their name, as far as it may be known. */
export function useDoneBy(by: DoneBy): string {
  const { t } = useTranslation();
  const me = useMe();
  const users = useQuery({
    queryKey: ['users', 'names'], enabled: by.type === 'user' && by.id !== me.id && may(me, 'users:read'), staleTime: 300_000,
    queryFn: async () => (await api.users.list({ limit: 200 }).page()).data,
  });
  if (by.type === 'user' && by.id === me.id) return t('doneBy.me');
  const user = by.type === 'user' ? users.data?.find((u) => u.id === by.id) : undefined;
  return user ? user.name ?? user.email : t(`doneBy.${by.type}`);
}

export function DoneByName({ by }: { by: DoneBy }) {
  return <bdi>{useDoneBy(by)}</bdi>;
}
