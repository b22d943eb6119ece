import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CannedReply } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';

export interface CannedHandle {
  /** Takes a key of the text box; reports whether it was for the list. */
  key: (e: KeyboardEvent) => boolean;
}

/** The word that is being written after a slash; undefined where none is. */
export function wordAfterSlash(text: string, caret: number): string | undefined {
  return /(?:^|\s)\/([^\s/]*)$/.exec(text.slice(0, caret))?.[1];
}

/** Saved replies by their shortcut, title or words. */
export function CannedReplies({ conversationId, word, take, ref }: { conversationId: string; word: string; take: (text: string) => void; ref: Ref<CannedHandle> }) {
  const { t } = useTranslation('inbox');
  const [at, setAt] = useState(0);
  const [off, setOff] = useState(false);
  const all = useQuery({ queryKey: ['canned-replies'], queryFn: async () => (await api.cannedReplies.list({ limit: 200 }).page()).data, staleTime: 60_000 });
  const found = matching(all.data ?? [], word).slice(0, 8);
  const chosen = found[Math.min(at, found.length - 1)];
  const use = (r: CannedReply) => void api.cannedReplies.fill(r.id, { conversationId }).then((f) => take(f.text), tellError);
  useImperativeHandle(ref, () => ({
    key(e) {
      if (off || found.length === 0) return false;
      const moves: Record<string, () => void> = {
        ArrowDown: () => setAt((at + 1) % found.length),
        ArrowUp: () => setAt((at + found.length - 1) % found.length),
        Enter: () => chosen && use(chosen),
        Tab: () => chosen && use(chosen),
        Escape: () => setOff(true),
      };
      const move = moves[e.key];
      if (!move) return false;
      e.preventDefault();
      move();
      return true;
    },
  }));
  if (off || found.length === 0) return null;
  return (
    <div className="canned" role="listbox" aria-label={t('savedReplies')}>
      {found.map((r, i) => (
        <div key={r.id} role="option" aria-selected={r === chosen} className="canned-line" onMouseDown={(e) => { e.preventDefault(); use(r); }} onMouseMove={() => setAt(i)} tabIndex={-1}>
          <Text size="sm" fw={600}><span className="quiet">/{r.shortcut}</span> {r.title}</Text>
          <Text size="xs" className="quiet" truncate dir="auto">{r.body}</Text>
        </div>
      ))}
    </div>
  );
}

/** Those that fit a word, the ones whose shortcut begins with it first. */
export function matching(all: CannedReply[], word: string): CannedReply[] {
  const w = word.toLowerCase();
  const rank = (r: CannedReply) => (r.shortcut.startsWith(w) ? 0 : r.title.toLowerCase().includes(w) ? 1 : r.body.toLowerCase().includes(w) ? 2 : 3);
  return all.map((r) => [rank(r), r] as const).filter(([n]) => n < 3).sort(([a], [b]) => a - b).map(([, r]) => r);
}
