import './inbox.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationView } from '@service/sdk';
import { Empty } from '../../components/states';
import { useTitle } from '../../components/page';
import { usePlace } from '../../lib/place';
import { useMe } from '../../lib/session';
import { ContactPane } from './contact-pane';
import { useInboxEvents, type Choice } from './data';
import { ConversationList } from './list';
import { openOutbox } from './outbox';
import { Thread } from './thread';

/** The inbox: the list, the conversation, and who it is with. On a phone one of them at a time. */
export default function Inbox() {
  const { t } = useTranslation('inbox');
  const { parts, search, go } = usePlace();
  const [pane, setPane] = useState(false);
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const id = parts[0];
  const choice: Choice = { view: (search.view ?? 'all') as ConversationView, teamId: search.teamId, labelId: search.labelId, viewId: search.viewId };
  const { id: userId } = useMe();
  useEffect(() => openOutbox(userId), [userId]);
  useInboxEvents();
  useTitle(t('title'));
  return (
    <div className="inbox" data-open={id ? 'conversation' : 'list'}>
      <ConversationList choice={choice} chosen={id} choose={(next) => go({ part: 'inbox', parts: [next], search })} show={(c) => go({ part: 'inbox', parts: id ? [id] : [], search: { ...c, view: c.view === 'all' ? undefined : c.view } })} />
      {id ? (
        <Thread key={id} id={id} back={() => go({ part: 'inbox', search })} showContact={() => setPane(!pane)} />
      ) : (
        <section className="thread thread-none" aria-label={t('conversation')}>
          <Empty icon={IconMessages} title={t('choose')}>{t('chooseHint')}</Empty>
        </section>
      )}
      {id && (wide || pane) && <ContactPane id={id} close={wide ? undefined : () => setPane(false)} />}
    </div>
  );
}
