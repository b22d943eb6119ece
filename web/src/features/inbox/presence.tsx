import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Face } from '../../components/face';
import { api } from '../../lib/api';
import { useLive } from '../../lib/live';
import { useMe } from '../../lib/session';
import { useUsers } from './data';
import { useNow } from './now';

type Seen = Record<string, { state: string; at: number }>;

/** Who else is in the conversation, and who types. Tells the others that one is here. */
export function Presence({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const users = useUsers();
  const now = useNow(5_000);
  const [seen, setSeen] = useState<Seen>({});
  useLive(['presence'], (event) => {
    const e = event as unknown as { conversationId: string; userId: string; state: string };
    if (e.conversationId === id && e.userId !== me.id) setSeen((s) => ({ ...s, [e.userId]: { state: e.state, at: Date.now() } }));
  });
  useEffect(() => {
    const say = (state: 'viewing' | 'left') => void api.conversations.setPresence(id, { state }, { maxRetries: 0 }).catch(() => undefined);
    let every: ReturnType<typeof setInterval> | undefined;
    // Who passes by is not here, and the messages come first.
    const soon = setTimeout(() => {
      api.conversations.presence(id).then(({ people }) => {
        setSeen(Object.fromEntries(people.filter((p) => p.userId !== me.id).map((p) => [p.userId, { state: p.state, at: Date.parse(p.at) }])));
      }, () => undefined);
      say('viewing');
      every = setInterval(() => say('viewing'), 10_000);
    }, 200);
    return () => {
      clearTimeout(soon);
      if (every === undefined) return;
      clearInterval(every);
      setTimeout(() => say('left'), 200);
    };
  }, [id, me.id]);
  const here = Object.entries(seen).filter(([, s]) => s.state !== 'left' && now - s.at < 30_000);
  return (
    <div className="present" aria-live="polite">
      {here.map(([user, s]) => {
        const name = users.data?.find((u) => u.id === user)?.name ?? t('colleague');
        const text = t(s.state === 'typing' ? 'typing' : 'viewing', { name });
        return <Tooltip key={user} label={text}><span data-typing={s.state === 'typing' || undefined}><Face name={name} id={user} size={26} /><span className="sr-only">{text}</span></span></Tooltip>;
      })}
    </div>
  );
}
