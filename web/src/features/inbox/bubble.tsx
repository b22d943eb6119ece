import { Button, Group, Menu, Popover, Text, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconCheck, IconChecks, IconClock, IconDots, IconMoodSmile, IconNote, IconRobot, IconTemplate } from '@tabler/icons-react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation, ConversationTimelineEntry, Message, Note } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { time } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { Content, summaryOf } from './content';
import { useTeams, useUsers } from './data';
import { drop, retry, type Waiting } from './outbox';
import { reply } from './replying';
import { WhatsAppText } from './whatsapp-text';

const NoteMenu = later(() => import('./more/note-menu'));

/** One message, as a phone shows it. */
export function Bubble({ message: m, quoted, joined, conversation }: { message: Message; quoted?: Message | undefined; joined: boolean; conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const out = m.direction === 'outbound';
  const writes = may(useMe(), 'messages:write');
  return (
    <div className="bubble-line" data-out={out || undefined} data-joined={joined || undefined}>
      <article className="bubble" data-out={out || undefined} aria-label={out ? t('sentMessage') : t('receivedMessage')}>
        {!joined && out && <Sender message={m} />}
        {m.templateName && <div className="bubble-tag"><IconTemplate size={14} aria-hidden />{m.templateName}</div>}
        {m.context?.forwarded && <div className="bubble-tag quiet"><IconArrowBackUp size={14} aria-hidden />{t('forwarded')}</div>}
        {m.referral && <div className="quote"><strong>{t('fromAd')}</strong><span dir="auto">{m.referral.headline ?? m.referral.sourceUrl}</span></div>}
        {quoted && <div className="quote"><strong>{quoted.direction === 'outbound' ? t('us') : conversation.contactName}</strong><span dir="auto">{summaryOf(quoted, t)}</span></div>}
        {m.revokedAt ? <Text fs="italic" size="sm" className="quiet">{t('revoked')}</Text> : <Content message={m} />}
        <span className="bubble-foot">
          {m.edits && m.edits.length > 0 && <span>{t('edited')}</span>}
          <time dateTime={m.createdAt}>{time(m.createdAt)}</time>
          {out && <Ticks status={m.status} />}
        </span>
        {m.error && <Failure message={m} conversation={conversation} />}
        {m.reactions && m.reactions.length > 0 && <span className="reactions" aria-label={t('reactions')}>{m.reactions.map((r) => r.emoji).join('')}</span>}
      </article>
      {writes && !m.revokedAt && <BubbleMenu message={m} conversation={conversation} />}
    </div>
  );
}

/** What one may do with a message. A conversation has many of these menus: each is made when somebody opens it. */
function BubbleMenu({ message: m, conversation: c }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const react = (emoji: string) => void api.messages.send({ conversationId: c.id, type: 'reaction', reaction: { messageId: m.id, emoji } }).catch(tellError);
  return (
    <span className="bubble-menu">
      <button ref={button} type="button" className="bubble-dots" aria-haspopup="menu" aria-expanded={open} aria-label={t('messageMenu')} onClick={() => setOpen(true)}><IconDots size={16} /></button>
      {open && (
        <Menu defaultOpened returnFocus={false} onClose={() => { setOpen(false); button.current?.focus({ preventScroll: true }); }}>
          <Menu.Target><span className="bubble-menu-at" aria-hidden aria-label={t('messageMenu')} /></Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => reply(c.id, m)}>{t('quote')}</Menu.Item>
            <Menu.Label><IconMoodSmile size={14} aria-hidden /> {t('react')}</Menu.Label>
            <Group gap={2} px="xs" wrap="nowrap" role="group" aria-label={t('react')}>{['👍', '❤️', '😂', '😮', '😢', '🙏'].map((e) => <Menu.Item key={e} w={30} p={5} ta="center" onClick={() => react(e)} aria-label={t('reactWith', { emoji: e })}>{e}</Menu.Item>)}</Group>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

/** Who of us wrote it; an assistant's message says where its words come from. */
function Sender({ message: m }: { message: Message }) {
  const { t } = useTranslation('inbox');
  const users = useUsers();
  if (m.assistant) {
    return (
      <div className="bubble-tag">
        <IconRobot size={14} aria-hidden />{t('assistant')}
        {m.assistant.citations.length > 0 && (
          <Popover width={260} withArrow>
            <Popover.Target><button type="button" className="link">{t('sources', { count: m.assistant.citations.length })}</button></Popover.Target>
            <Popover.Dropdown><ul className="sources">{m.assistant.citations.map((s) => <li key={s.passageId}>{s.title}</li>)}</ul></Popover.Dropdown>
          </Popover>
        )}
      </div>
    );
  }
  if (m.sentBy?.type === 'user') return <div className="bubble-tag">{users.data?.find((u) => u.id === m.sentBy?.id)?.name ?? t('colleague')}</div>;
  if (m.sentBy?.type === 'api_key') return <div className="bubble-tag">{t('bySystem')}</div>;
  return null;
}

const tickNames = { scheduled: 'scheduled', queued: 'queued', sending: 'queued', accepted: 'sent', sent: 'sent', delivered: 'delivered', read: 'read', played: 'read', failed: 'failed', expired: 'failed', canceled: 'canceled' } as const;

/** How far a message has come: a clock, one tick, two ticks, two blue ticks, or a red sign. */
function Ticks({ status }: { status: Message['status'] }) {
  const { t } = useTranslation('inbox');
  const name = tickNames[status as keyof typeof tickNames] ?? 'queued';
  const signs: Record<string, ReactNode> = {
    scheduled: <IconClock size={14} />, queued: <IconClock size={14} />, sent: <IconCheck size={15} />, delivered: <IconChecks size={15} />,
    read: <IconChecks size={15} className="tick-read" />, failed: <IconAlertCircle size={15} className="tick-failed" />, canceled: <IconAlertCircle size={15} />,
  };
  return <span role="img" aria-label={t(`tick.${name}`)} title={t(`tick.${name}`)} className="ticks" data-tick={name}>{signs[name]}</span>;
}

function Failure({ message: m, conversation }: { message: Message; conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const why = m.failureReason;
  const again = why?.retry === 'safe' && m.text; // by one key, so that two clicks are one message
  return (
    <div className="failure" role="note">
      <strong>{why?.cause ?? m.error?.detail}</strong>
      {why && <span>{why.nextAction}</span>}
      {again && <Button size="compact-xs" variant="light" color="red" onClick={() => void api.messages.send({ conversationId: conversation.id, type: 'text', text: m.text! }, { idempotencyKey: `again-${m.id}` }).catch(tellError)}>{t('sendAgain')}</Button>}
    </div>
  );
}

/** A message that was written here and is not with the service yet. */
export function WaitingBubble({ waiting: w }: { waiting: Waiting }) {
  const { t } = useTranslation('inbox');
  const failed = w.state === 'failed';
  return (
    <div className="bubble-line" data-out>
      <article className="bubble" data-out data-waiting aria-label={t('sentMessage')}>
        <WhatsAppText text={w.text} />
        <span className="bubble-foot">
          <time dateTime={w.createdAt}>{time(w.createdAt)}</time>
          <Tooltip label={t(failed ? 'tick.failed' : w.state === 'waiting' ? 'tick.offline' : 'tick.queued')}>
            <span role="img" className="ticks" aria-label={t(failed ? 'tick.failed' : w.state === 'waiting' ? 'tick.offline' : 'tick.queued')}>{failed ? <IconAlertCircle size={15} className="tick-failed" /> : <IconClock size={14} />}</span>
          </Tooltip>
        </span>
        {failed && (
          <div className="failure" role="alert">
            <strong>{w.meanwhile ? t('answeredMeanwhile') : w.reason}</strong>
            {w.meanwhile && <span dir="auto">“{w.meanwhile.text}”</span>}
            <Group gap="xs">
              <Button size="compact-xs" variant="light" color="red" onClick={() => retry(w)}>{t(w.meanwhile ? 'sendAnyway' : 'sendAgain')}</Button>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => drop(w.id)}>{t('discard')}</Button>
            </Group>
          </div>
        )}
      </article>
    </div>
  );
}

/** A note, which only colleagues see. */
export function NoteBubble({ note }: { note: Note }) {
  const { t } = useTranslation('inbox');
  const users = useUsers();
  const name = users.data?.find((u) => u.id === note.createdBy.id)?.name ?? t('colleague');
  return (
    <div className="bubble-line" data-out>
      <article className="bubble note" aria-label={t('note')}>
        <div className="bubble-tag"><IconNote size={14} aria-hidden />{t('noteOf', { name })}</div>
        <span dir="auto" className="message-text">{note.body}</span>
        <span className="bubble-foot">{note.editedAt && <span>{t('edited')}</span>}<time dateTime={note.createdAt}>{time(note.createdAt)}</time></span>
      </article>
      <Suspense><NoteMenu note={note} /></Suspense>
    </div>
  );
}

/** A line of what happened to the conversation: who did it, and why. */
export function SystemLine({ entry: e, conversation }: { entry: ConversationTimelineEntry; conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const users = useUsers();
  const teams = useTeams();
  const nameOf = (id: unknown) => (typeof id === 'string' && id ? users.data?.find((u) => u.id === id)?.name ?? teams.data?.find((x) => x.id === id)?.name ?? t('colleague') : '');
  const by = e.by.type === 'user' ? nameOf(e.by.id) : e.by.type === 'contact' ? conversation.contactName : t(`by.${e.by.type}`, { defaultValue: '' });
  const to = nameOf(e.changes.agentId?.to) || nameOf(e.changes.teamId?.to);
  const status = e.changes.status?.to as string | undefined;
  const text =
    e.kind === 'assignment' ? (to ? t('line.assigned', { name: to }) : t('line.unassigned'))
    : e.kind === 'status' ? t(`line.status_${status ?? 'open'}`)
    : e.kind === 'rated' ? t('line.rated', { score: e.score })
    : e.kind === 'hand_off' && e.by.type !== 'assistant' ? t('line.handed_over')
    : e.kind === 'sla_breached' && e.clockKind ? t(`late.${e.clockKind}`)
    : e.kind === 'broadcast_answered' ? t('line.broadcast_answered', { name: e.broadcastName })
    : t(`line.${e.kind}`, { defaultValue: e.kind.replaceAll('_', ' ') });
  const reason = e.reason ? t(`reason.${e.reason}`, { defaultValue: '' }) : '';
  return (
    <div className="day system"><span data-late={e.kind === 'sla_breached' || undefined}>
      {text}{by && <> · <bdi>{by}</bdi></>}{reason && ` · ${reason}`} <time className="quiet" dateTime={e.at} dir="auto">{time(e.at)}</time>
    </span></div>
  );
}
