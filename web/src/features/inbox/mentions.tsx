import { Text } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../lib/session';
import { useUsers } from './data';
import { Suggestions, type SuggestionsHandle } from './suggestions';

/** The colleagues whom a note can mention, by the words of their names. */
export function Mentions({ word, take, ref }: { word: string; take: (name: string) => void; ref: Ref<SuggestionsHandle> }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const users = useUsers();
  const w = word.toLowerCase();
  const found = (users.data ?? []).filter((u) => u.id !== me.id && u.name.toLowerCase().split(/\s+/).some((part) => part.startsWith(w))).slice(0, 8);
  return <Suggestions ref={ref} label={t('colleagues')} found={found} use={(u) => take(u.name)} Line={Colleague} />;
}

function Colleague({ one: u }: { one: { name: string; status: string } }) {
  const { t } = useTranslation('inbox');
  return <Text size="sm" dir="auto"><span className="dot" data-status={u.status} role="img" aria-label={t(`member.${u.status}`)} /> {u.name}</Text>;
}
