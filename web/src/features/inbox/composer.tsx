import { ActionIcon, Alert, Button, FileButton, Group, SegmentedControl, Text, Textarea, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconClock, IconMicrophone, IconPaperclip, IconPlayerStop, IconSend, IconTemplate, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation, SendMessageRequest } from '@service/sdk';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { tellError } from '../../lib/errors';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { attach, kindOf, useAttached } from './attached';
import { AttachedFile } from './attached-file';
import { CannedReplies, wordAfterSlash } from './canned';
import { summaryOf } from './content';
import { useMessages, useUsers, useWindow } from './data';
import { begin, useDraft } from './drafts';
import { useNow } from './now';
import { mentionedIn, wordAfterAt } from './mentioned';
import { Mentions } from './mentions';
import { put } from './outbox';
import { stopReplying, useReplying } from './replying';
import { useRecorder } from './recorder';
import type { SuggestionsHandle } from './suggestions';

const More = later(() => import('./more/menu'));
const TemplatePicker = later(() => import('./template-picker'));

/** How a message stands that is with the provider, or on its way there. */
const went: ReadonlySet<string> = new Set(['queued', 'sending', 'accepted', 'sent', 'delivered', 'read']);

/** Where one writes: to the contact while the window is open, else by template; or a note. */
export function Composer({ conversation: c }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const window = useWindow(c.id);
  const latest = useMessages(c.id).data?.pages[0]?.data.find((m) => m.type !== 'reaction');
  const now = useNow(10_000);
  const [draft, setDraft] = useDraft(c.id);
  const [picking, setPicking] = useState(false);
  const writes = may(me, 'messages:write');
  const notes = may(me, 'conversations:write');
  const open = window.data ? window.data.open && Date.parse(window.data.closesAt ?? '') > now : true;
  const templateSent = latest?.type === 'template' && went.has(latest.status) && Date.parse(latest.createdAt) >= Date.parse(window.data?.closesAt ?? latest.createdAt);
  const box = useRef<HTMLTextAreaElement>(null);
  const note = notes && (draft.note || !writes);
  useOffer([
    { label: t('key.reply'), keys: 'R', run: () => { setDraft({ ...draft, note: false }); setTimeout(() => box.current?.focus()); } },
    { label: t('key.note'), keys: 'N', run: () => { setDraft({ ...draft, note: true }); setTimeout(() => box.current?.focus()); } },
    { label: t('sendTemplate'), run: () => setPicking(true) },
  ]);
  if (!writes && !notes) return <footer className="composer"><Text size="sm" className="quiet">{t('readOnly')}</Text></footer>;
  return (
    <footer className="composer" data-note={note || undefined}>
      {!note && !open && (
        <Alert color="orange" icon={<IconClock size={18} />} className="closed-window" role="status">
          <Text size="sm" mb="xs">{t(templateSent ? 'closedSent' : 'closedHint')}</Text>
          <Button size="xs" leftSection={<IconTemplate size={16} />} onClick={() => setPicking(true)}>{t('chooseTemplate')}</Button>
        </Alert>
      )}
      <Group gap="xs" mb={6} wrap="nowrap">
        <SegmentedControl size="xs" aria-label={t('writeWhat')} value={note ? 'note' : 'reply'} onChange={(v) => setDraft({ ...draft, note: v === 'note' })}
          data={[{ value: 'reply', label: t('reply'), disabled: !writes }, { value: 'note', label: t('privateNote'), disabled: !notes }]} />
        {(note || open) && <Text size="xs" className="quiet hide-phone">{t(note ? 'noteHint' : 'slashHint')}</Text>}
        {!note && open && <Button ms="auto" size="compact-xs" variant="subtle" color="gray" leftSection={<IconTemplate size={14} />} onClick={() => setPicking(true)}>{t('template')}</Button>}
      </Group>
      {(note || open) && <Writer conversation={c} note={note} draft={draft} setDraft={setDraft} box={box} />}
      {picking && <Suspense><TemplatePicker conversation={c} close={() => setPicking(false)} /></Suspense>}
    </footer>
  );
}

interface WriterProps {
  conversation: Conversation;
  note: boolean;
  draft: ReturnType<typeof useDraft>[0];
  setDraft: ReturnType<typeof useDraft>[1];
  box: React.RefObject<HTMLTextAreaElement | null>;
}

function Writer({ conversation: c, note, draft, setDraft, box }: WriterProps) {
  const { t } = useTranslation('inbox');
  const queries = useQueryClient();
  const me = useMe();
  const quoted = useReplying(c.id);
  const holder = `${me.id} ${c.id}`;
  const attached = useAttached(holder);
  const file = note ? undefined : attached?.file;
  const again = useRef<() => void>(null); // lets the same file be picked twice
  const suggestions = useRef<SuggestionsHandle>(null);
  const users = useUsers();
  const [caret, setCaret] = useState(draft.text.length);
  useTyping(c.id, draft.text, note);
  useEffect(() => {
    if (quoted || file) box.current?.focus();
  }, [quoted, file, box]);
  const slash = note ? undefined : wordAfterSlash(draft.text, caret);
  const at = note ? wordAfterAt(draft.text, caret) : undefined;
  const putOut = (content: object, text: string, seq = c.seq) => {
    put(c.id, { conversationId: c.id, ...content, expectedSeq: seq, takeOver: c.assistant.speaker === 'assistant', ...(quoted && { replyTo: quoted.id }) } as SendMessageRequest, text);
    stopReplying(c.id);
  };
  const send = () => {
    if (file) return void sendFile(file);
    const text = draft.text.trim();
    if (!text) return;
    setDraft({ text: '', note: draft.note });
    if (note) {
      api.conversations.createNote(c.id, { body: text, mentionedUserIds: mentionedIn(text, users.data ?? []) }).then(
        () => Promise.all([queries.invalidateQueries({ queryKey: ['notes', c.id] }), queries.invalidateQueries({ queryKey: ['timeline', c.id] })]),
        (error) => { setDraft({ text, note: true }); tellError(error); },
      );
      return;
    }
    putOut({ type: 'text', text: { body: text } }, text, draft.seq);
  };
  /** Brings the file to the service, and puts its message out. Where that fails, it waits again, with its caption. */
  const sendFile = async (one: File) => {
    if (attached?.sending) return;
    const kind = kindOf(one);
    const caption = kind === 'audio' ? '' : draft.text.trim();
    if (caption) setDraft({ text: '', note: false });
    attach(holder, { file: one, sending: true });
    try {
      const { id } = await api.media.upload(one, { filename: one.name });
      putOut({ type: kind, [kind]: { mediaId: id, ...(caption && { caption }), ...(kind === 'document' && { filename: one.name }) } }, caption || one.name, caption ? draft.seq : c.seq);
      attach(holder);
    } catch (error) {
      attach(holder, { file: one });
      if (caption) begin(me.id, c.id, caption);
      tellError(error);
    }
  };
  const hold = (one: File | null) => { if (one) attach(holder, { file: one }); };
  const remove = () => {
    attach(holder);
    box.current?.focus();
  };
  const words = file && kindOf(file) !== 'audio' ? 'attached.caption' : 'writeMessage';
  const onKey = (e: KeyboardEvent) => {
    if ((slash ?? at) !== undefined && suggestions.current?.key(e)) return;
    if (e.key === 'Enter' && !e.shiftKey && !e.nativeEvent.isComposing) {
      e.preventDefault();
      send();
    } else if (e.key === 'Escape' && file) {
      if (!attached?.sending) remove();
    } else if (e.key === 'Escape') {
      stopReplying(c.id);
      box.current?.blur();
    }
  };
  return (
    <div className="writer">
      {slash !== undefined && <CannedReplies ref={suggestions} conversationId={c.id} word={slash} take={(text) => {
        setDraft({ ...draft, seq: draft.seq ?? c.seq, text: draft.text.slice(0, caret - slash.length - 1) + text + draft.text.slice(caret) });
        box.current?.focus();
      }} />}
      {at !== undefined && <Mentions ref={suggestions} word={at} take={(name) => {
        const before = `${draft.text.slice(0, caret - at.length)}${name} `;
        setDraft({ ...draft, text: before + draft.text.slice(caret) });
        setCaret(before.length);
        box.current?.focus();
      }} />}
      {quoted && (
        <div className="quote quoting"><strong>{t('quote')}</strong><span dir="auto">{summaryOf(quoted, t)}</span>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('stopQuoting')} onClick={() => stopReplying(c.id)}><IconX size={14} /></ActionIcon>
        </div>
      )}
      {file && attached && <AttachedFile attached={attached} remove={remove} />}
      <Group gap="xs" wrap="nowrap" align="end">
        {!note && <Suspense fallback={<span className="more-place" />}><More send={putOut} /></Suspense>}
        {!note && <FileButton resetRef={again} onChange={(f) => { hold(f); again.current?.(); }} disabled={attached?.sending}>{(props) => <Tooltip label={t('attach')}><ActionIcon {...props} variant="subtle" color="gray" size={36} aria-label={t('attach')}><IconPaperclip size={20} /></ActionIcon></Tooltip>}</FileButton>}
        <Textarea
          ref={box} className="writer-box" autosize minRows={1} maxRows={8} dir="auto" aria-label={t(note ? 'privateNote' : words)} placeholder={t(note ? 'writeNote' : words)}
          value={draft.text} onKeyDown={onKey} onSelect={(e) => setCaret(e.currentTarget.selectionStart)}
          onChange={(e) => { setCaret(e.currentTarget.selectionStart); setDraft({ text: e.currentTarget.value, note: draft.note, seq: draft.text ? draft.seq : c.seq }); }}
        />
        {!note && !draft.text && !file && <Voice done={hold} />}
        <ActionIcon size={36} onClick={send} disabled={attached?.sending || (!file && !draft.text.trim())} aria-label={t(note ? 'saveNote' : 'send')} color={note ? 'yellow' : undefined} className={note ? 'send-note' : undefined}><IconSend size={18} /></ActionIcon>
      </Group>
    </div>
  );
}

/** Records a voice message while it is pressed on, and off. */
function Voice({ done }: { done: (file: File) => void }) {
  const { t } = useTranslation('inbox');
  const recorder = useRecorder(done);
  if (!recorder.possible) return null;
  return (
    <Tooltip label={t(recorder.on ? 'stopRecording' : 'record')}>
      <ActionIcon variant={recorder.on ? 'filled' : 'subtle'} color={recorder.on ? 'red' : 'gray'} size={36} aria-label={t(recorder.on ? 'stopRecording' : 'record')} onClick={recorder.toggle}>
        {recorder.on ? <IconPlayerStop size={20} /> : <IconMicrophone size={20} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Tells colleagues that one writes, at most every five seconds. */
function useTyping(id: string, text: string, note: boolean): void {
  const last = useRef(0);
  useEffect(() => {
    if (!text || note || Date.now() - last.current < 5000) return;
    last.current = Date.now();
    void api.conversations.setPresence(id, { state: 'typing' }, { maxRetries: 0 }).catch(() => undefined);
  }, [id, text, note]);
}
