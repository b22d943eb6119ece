import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CannedReply } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { Suggestions, type SuggestionsHandle } from './suggestions';

/** The word that is being written after a slash; undefined where none is. */
export function wordAfterSlash(text: string, caret: number): string | undefined {
  return /(?:^|\s)\/([^\s/]*)$/.exec(text.slice(0, caret))?.[1];
}

/** Saved replies by their shortcut, title or words. */
export function CannedReplies({ conversationId, word, take, ref }: { conversationId: string; word: string; take: (text: string) => void; ref: Ref<SuggestionsHandle> }) {
  const { t } = useTranslation('inbox');
  const all = useQuery({ queryKey: ['canned-replies'], queryFn: async () => (await api.cannedReplies.list({ limit: 200 }).page()).data, staleTime: 60_000 });
  return (
    <Suggestions ref={ref} label={t('savedReplies')} found={matching(all.data ?? [], word).slice(0, 8)} use={(r) => void api.cannedReplies.fill(r.id, { conversationId }).then((f) => take(f.text), tellError)} Line={Saved} />
  );
}

function Saved({ one: r }: { one: CannedReply }) {
  return (
    <>
      <Text size="sm" fw={600}><bdi className="quiet" dir="ltr">/{r.shortcut}</bdi> <bdi>{r.title}</bdi></Text>
      <Text size="xs" className="quiet" truncate dir="auto">{r.body}</Text>
    </>
  );
}

/** Those that fit a word, the ones whose shortcut begins with it first. */
export function matching(all: CannedReply[], word: string): CannedReply[] {
  const w = word.toLowerCase();
  const rank = (r: CannedReply) => (r.shortcut.startsWith(w) ? 0 : r.title.toLowerCase().includes(w) ? 1 : r.body.toLowerCase().includes(w) ? 2 : 3);
  return all.map((r) => [rank(r), r] as const).filter(([n]) => n < 3).sort(([a], [b]) => a - b).map(([, r]) => r);
}
