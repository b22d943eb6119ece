import { ActionIcon, Badge, Button, Menu, Text, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconArchive, IconArrowBackUp, IconArrowLeft, IconClock, IconEyeOff, IconInfoCircle, IconRobot, IconRobotOff, IconTag, IconUserPlus, IconZzz } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { APIError, type Conversation } from '@service/sdk';
import { Face } from '../../components/face';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { tellError } from '../../lib/errors';
import { dateTime, duration, upcoming } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { useActs, useUndoLast } from './acts';
import { Composer } from './composer';
import { assistantAnswers, useConversation, useLabels, useMessages, useSilent, useTeams, useUsers, useWindow, refreshConversation } from './data';
import { LabelItem } from './label-item';
import { Messages } from './messages';
import { useNow } from './now';
import { Presence } from './presence';
import { snoozeTimes } from './snooze';

const SnoozeDialog = later(() => import('./snooze-dialog'));

/** A conversation: its head with what can be done, its messages, and where one writes. */
export function Thread({ id, back, showContact }: { id: string; back: () => void; showContact: () => void }) {
  const { t } = useTranslation('inbox');
  const conversation = useConversation(id);
  const messages = useMessages(id);
  if (conversation.error instanceof APIError && conversation.error.status === 404) {
    return (
      <section className="thread thread-none" aria-label={t('conversation')}>
        <Empty icon={IconEyeOff} title={t('gone')}>{t('goneHint')}</Empty>
        <Button className="only-phone" variant="default" onClick={back}>{t('back')}</Button>
      </section>
    );
  }
  if (conversation.error && !conversation.data) return <section className="thread"><Trouble error={conversation.error} retry={() => void conversation.refetch()} /></section>;
  return (
    <section className="thread" aria-label={t('conversation')}>
      {conversation.data ? <Head conversation={conversation.data} back={back} showContact={showContact} /> : <div className="thread-head" />}
      {conversation.data?.status === 'snoozed' && conversation.data.snoozedUntil && <Snoozed until={conversation.data.snoozedUntil} />}
      {conversation.data && <Silent conversation={conversation.data} />}
      {messages.error && <Trouble error={messages.error} retry={() => void messages.refetch()} />}
      {messages.isPending && <div className="messages"><Loading lines={6} height={34} /></div>}
      {messages.data && conversation.data && <Messages conversation={conversation.data} query={messages} />}
      {conversation.data && <Composer conversation={conversation.data} />}
      {conversation.data && <ReadMark conversation={conversation.data} />}
    </section>
  );
}

/** Says that one has read what is on the screen, while the page is looked at. */
function ReadMark({ conversation: c }: { conversation: Conversation }) {
  const queries = useQueryClient();
  useEffect(() => {
    if (c.unreadCount === 0 || document.visibilityState !== 'visible') return;
    const timer = setTimeout(() => {
      api.conversations.read(c.id, { inboundCount: c.inboundCount }).then(() => refreshConversation(queries, c.id), () => undefined);
    }, 600);
    return () => clearTimeout(timer);
  }, [c.id, c.unreadCount, c.inboundCount, queries]);
  return null;
}

function Head({ conversation: c, back, showContact }: { conversation: Conversation; back: () => void; showContact: () => void }) {
  const { t } = useTranslation('inbox');
  const writes = may(useMe(), 'conversations:write');
  const name = c.contactName || t('unknownContact');
  return (
    <header className="thread-head">
      <ActionIcon className="only-phone" variant="subtle" color="gray" onClick={back} aria-label={t('back')}><IconArrowLeft size={18} /></ActionIcon>
      <Face name={name} id={c.contactId} size={34} />
      <div className="thread-who">
        <Text fw={600} size="sm" component="h1" truncate dir="auto">{name}</Text>
        <Text size="xs" className="quiet" truncate><Standing conversation={c} /></Text>
      </div>
      <Presence id={c.id} />
      <WindowChip id={c.id} />
      {writes && <Actions conversation={c} />}
      <Tooltip label={t('contact')}><ActionIcon className="contact-toggle" variant="default" onClick={showContact} aria-label={t('contact')} size="lg"><IconInfoCircle size={18} /></ActionIcon></Tooltip>
    </header>
  );
}

/** Who has the conversation, and how it stands. */
function Standing({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const users = useUsers();
  const teams = useTeams();
  const who = [users.data?.find((u) => u.id === c.agentId)?.name, teams.data?.find((x) => x.id === c.teamId)?.name].filter(Boolean).join(' · ');
  const text = `${t(`status.${c.status}`)} · ${who || t('nobody')}`;
  return <span title={text}>{text}</span>;
}

/** Until when the conversation sleeps, on a line of its own: beside the buttons it would be cut. */
function Snoozed({ until }: { until: string }) {
  const { t } = useTranslation('inbox');
  const now = useNow(60_000);
  return <div className="told-above"><IconZzz size={15} aria-hidden />{t('status.snoozed')} {t('until', { time: upcoming(until, new Date(now)) })}</div>;
}

/** Says that the assistant does not answer although it is on duty, and why: somebody has to. */
function Silent({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const why = useSilent(conversation);
  return why && <div className="told-above" role="status"><IconRobotOff size={15} aria-hidden />{t(`silent.${why}`)}</div>;
}

/** How long one may still write freely, and what a template costs afterwards. */
function WindowChip({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const window = useWindow(id);
  const now = useNow(10_000);
  if (!window.data) return null;
  const left = window.data.open && window.data.closesAt ? (Date.parse(window.data.closesAt) - now) / 1000 : 0;
  const after = window.data.afterwards.utility;
  const cost = after ? t('afterwards', { amount: after.amount, currency: after.currency }) : t('afterwardsUnknown');
  return (
    <Tooltip label={left > 0 ? `${t('left', { time: duration(left) })}. ${cost}` : cost}>
      <Badge className="window-chip" data-soon={left < 4 * 3600 || undefined} variant="light" color={left <= 0 ? 'red' : left < 4 * 3600 ? 'orange' : 'gray'} leftSection={<IconClock size={13} />} tt="none" aria-label={`${left > 0 ? t('left', { time: duration(left) }) : t('windowClosed')}. ${cost}`}>
        {left > 0 ? t('leftShort', { time: duration(left > 4 * 3600 ? Math.floor(left / 3600) * 3600 : left) }) : t('windowClosed')}
      </Badge>
    </Tooltip>
  );
}

function Actions({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const queries = useQueryClient();
  const me = useMe();
  const users = useUsers();
  const teams = useTeams();
  const labels = useLabels();
  const acts = useActs(queries);
  const undo = useUndoLast();
  const now = useNow(60_000);
  const [menu, setMenu] = useState<'assign' | 'label' | 'snooze'>();
  const [asksTime, setAsksTime] = useState(false);
  const shown = (name: NonNullable<typeof menu>) => ({ opened: menu === name, onChange: (open: boolean) => setMenu(open ? name : undefined) });
  const closed = c.status === 'closed';
  const resolve = () => acts.run([c.id], { status: closed ? { status: 'open' } : { status: 'closed', reason: 'resolved' } }, closed ? t('did.opened') : t('did.closed', { count: 1 }));
  const snooze = (until: Date | undefined, said: string) => acts.run([c.id], { status: { status: 'snoozed', wakeOnReply: true, ...(until && { until: until.toISOString() }) } }, t('did.snoozed', { time: said }));
  const assign = (agentId: string, name: string) => acts.run([c.id], { assignment: { agentId, ...(c.teamId && { teamId: c.teamId }) } }, name ? t('did.assigned', { name }) : t('did.unassigned'));
  const speak = (call: Promise<unknown>) => call.then(() => refreshConversation(queries, c.id), tellError);
  useOffer([
    { label: closed ? t('reopen') : t('resolve'), keys: 'E', run: resolve },
    { label: t('snoozeUntilReply'), keys: 'H', run: () => snooze(undefined, t('nextReply')) },
    { label: t('assign'), keys: 'A', run: () => setMenu('assign') },
    { label: t('labels'), keys: 'L', run: () => setMenu('label') },
    { label: t('assignToMe'), keys: 'I', run: () => assign(me.id, me.name) },
    { label: t('markUnread'), keys: 'U', run: () => void api.conversations.read(c.id, { inboundCount: Math.max(0, c.inboundCount - 1), unread: true }).then(() => refreshConversation(queries, c.id), tellError) },
    { label: t('undoLast'), keys: 'Z', run: undo },
  ]);
  return (
    <>
      {assistantAnswers(c) && !closed && (
        <Tooltip label={t('takeOver')}><Button size="xs" h={34} className="take-over" variant="light" leftSection={<IconRobot size={16} />} aria-label={t('takeOver')} onClick={() => void speak(api.conversations.takeOver(c.id))}>{t('takeOver')}</Button></Tooltip>
      )}
      {c.assistant.id && c.assistant.speaker !== 'assistant' && !closed && (
        <Tooltip label={t('handBack')}><ActionIcon variant="default" size="lg" aria-label={t('handBack')} onClick={() => void speak(api.conversations.handBack(c.id))}><IconArrowBackUp size={18} /></ActionIcon></Tooltip>
      )}
      <Menu width={230} {...shown('assign')}>
        <Menu.Target><ActionIcon variant="default" size="lg" aria-label={t('assign')}><IconUserPlus size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => assign(me.id, me.name)} rightSection={<kbd className="keys">I</kbd>}>{t('assignToMe')}</Menu.Item>
          {c.agentId && <Menu.Item onClick={() => assign('', '')}>{t('unassign')}</Menu.Item>}
          <Menu.Label>{t('people')}</Menu.Label>
          {users.data?.filter((u) => u.id !== me.id).map((u) => <Menu.Item key={u.id} onClick={() => assign(u.id, u.name)} rightSection={<span className="dot" data-status={u.status} role="img" aria-label={t(`member.${u.status}`)} />}>{u.name}</Menu.Item>)}
          {teams.data && teams.data.length > 0 && <Menu.Label>{t('teams')}</Menu.Label>}
          {teams.data?.map((x) => <Menu.Item key={x.id} onClick={() => acts.run([c.id], { assignment: { teamId: x.id } }, t('did.assigned', { name: x.name }))}>{x.name}</Menu.Item>)}
        </Menu.Dropdown>
      </Menu>
      <Menu width={220} closeOnItemClick={false} {...shown('label')}>
        <Menu.Target><ActionIcon className="hide-phone" variant="default" size="lg" aria-label={t('labels')}><IconTag size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          {labels.data?.map((l) => {
            const has = c.labelIds.includes(l.id);
            return <LabelItem key={l.id} label={l} state={has ? 'all' : 'none'}
              toggle={() => acts.run([c.id], has ? { removeLabelIds: [l.id] } : { addLabelIds: [l.id] }, t(has ? 'did.labelOff' : 'did.labelOn', { name: l.name }))} />;
          })}
        </Menu.Dropdown>
      </Menu>
      {!closed && (
        <Menu width={280} {...shown('snooze')}>
          <Menu.Target><ActionIcon variant="default" size="lg" aria-label={t('snooze')}><IconClock size={18} /></ActionIcon></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => snooze(undefined, t('nextReply'))} rightSection={<kbd className="keys">H</kbd>}>{t('nextReply')}</Menu.Item>
            {snoozeTimes(new Date(now)).map(({ key, at }) => <Menu.Item key={key} onClick={() => snooze(at, dateTime(at))} rightSection={<Text size="xs" className="quiet">{upcoming(at, new Date(now))}</Text>}>{t(`snoozeTo.${key}`)}</Menu.Item>)}
            <Menu.Item onClick={() => setAsksTime(true)}>{t('snoozeTo.own')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {asksTime && <Suspense><SnoozeDialog now={new Date(now)} close={() => setAsksTime(false)} snooze={(at) => snooze(at, dateTime(at))} /></Suspense>}
      <Button size="xs" h={34} leftSection={<IconArchive size={16} />} onClick={resolve} variant={closed ? 'default' : 'filled'} className="resolve" aria-label={closed ? t('reopen') : t('resolve')}>{closed ? t('reopen') : t('resolve')}</Button>
    </>
  );
}
