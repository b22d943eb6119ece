import './inbox.css';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { IconMessages } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../components/states';
import { useTitle } from '../../components/page';
import { usePlace } from '../../lib/place';
import { useMe } from '../../lib/session';
import { ContactPane } from './contact-pane';
import { askMessages, choiceOf, useInboxEvents } from './data';
import { ConversationList } from './list';
import { openOutbox } from './outbox';
import { Thread } from './thread';

export { ahead } from './data';

/** The inbox: the list, the conversation, and who it is with. On a phone one of them at a time. */
export default function Inbox() {
  const { t } = useTranslation('inbox');
  const { parts, search, go } = usePlace();
  const [pane, setPane] = useState(false);
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const id = parts[0];
  const choice = choiceOf(search);
  const { id: userId } = useMe();
  useEffect(() => openOutbox(userId), [userId]);
  useInboxEvents();
  useTitle(t('title'));
  const queries = useQueryClient();
  const { view, teamId, labelId, viewId } = search;
  const last = useRef<string>(undefined); // who is quick may have clicked at another one meanwhile
  const choose = useCallback((next: string) => {
    last.current = next;
    void askMessages(queries, next).then(() => {
      if (last.current === next) go({ part: 'inbox', parts: [next], search: { view, teamId, labelId, viewId } });
    });
  }, [queries, go, view, teamId, labelId, viewId]);
  const elsewhere = useCallback((to: Parameters<typeof go>[0]) => {
    last.current = undefined;
    go(to);
  }, [go]);
  useEffect(() => () => { last.current = undefined; }, []);
  const hide = useCallback(() => setPane(false), []);
  const beside = useDeferredValue(id); // the conversation comes first, and who it is with right after it; meanwhile nobody is shown
  return (
    <div className="inbox" data-open={id ? 'conversation' : 'list'} data-late={(beside && beside !== id) || undefined}>
      <ConversationList choice={choice} chosen={id} choose={choose} show={(c) => elsewhere({ part: 'inbox', parts: id ? [id] : [], search: { ...c, view: c.view === 'all' ? undefined : c.view } })} />
      {id ? (
        <Thread key={id} id={id} back={() => elsewhere({ part: 'inbox', search })} showContact={() => setPane(!pane)} />
      ) : (
        <section className="thread thread-none" aria-label={t('conversation')}>
          <Empty icon={IconMessages} title={t('choose')}>{t('chooseHint')}</Empty>
        </section>
      )}
      {id && (wide || pane) && <ContactPane id={beside ?? id} close={wide ? undefined : hide} />}
    </div>
  );
}
