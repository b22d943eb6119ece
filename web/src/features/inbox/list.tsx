import { Badge, Button, Menu, ScrollArea, SegmentedControl, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowUp, IconChevronDown, IconClock, IconInbox, IconPencil, IconPlus, IconRobot, IconUser, IconUsersGroup, IconZzz } from '@tabler/icons-react';
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation, ConversationView } from '@service/sdk';
import { Face } from '../../components/face';
import { LastMessage } from '../../components/last-message';
import { Empty, Loading, Trouble } from '../../components/states';
import { useOffer } from '../../lib/commands';
import { duration, number, upcoming, when } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { useActs } from './acts';
import { Bulk } from './bulk';
import { assistantAnswers, useConversations, useCounts, useLabels, useTeams, useUsers, useViews, type Choice } from './data';
import { useHasDraft } from './drafts';
import { useKeptPlace } from './keep-place';
import { isInNoTeam } from './no-team';
import { useNow } from './now';

const firstViews: ConversationView[] = ['all', 'mine', 'unassigned', 'waiting_longest'];
const otherViews: ConversationView[] = ['needs_answer', 'window_closing', 'due_soon', 'assistant', 'mentions', 'followed', 'follow_ups', 'promises', 'snoozed', 'closed'];

const ViewDialog = later(() => import('./view-dialog'));

interface Props {
  choice: Choice;
  chosen: string | undefined;
  choose: (id: string) => void;
  show: (choice: Choice) => void;
}

/** The conversations of a view, as a list that loads more by itself. */
export function ConversationList({ choice, chosen, choose, show }: Props) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const list = useConversations(choice);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => unique(list.data?.pages.flatMap((p) => p.data) ?? []), [list.data]);
  // A new function at each render would let the list measure itself for ever.
  const keyOf = useCallback((i: number) => rows[i]?.id ?? i, [rows]);
  const keys = useMemo(() => rows.map((c) => c.id), [rows]);
  const { scroller, ...place } = useKeptPlace(JSON.stringify(choice), keys, 84);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => 84, overscan: 8, getItemKey: keyOf, initialRect: { width: 0, height: window.innerHeight } }); // with a height from the start, the rows are drawn with the rest
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - 15) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, rows.length]);
  const target = useRef(chosen); // which may be on its way
  useEffect(() => {
    target.current = chosen;
  }, [chosen]);
  const step = (by: number) => {
    const at = rows.findIndex((c) => c.id === target.current);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    target.current = next.id;
    choose(next.id);
    virtual.scrollToIndex(rows.indexOf(next));
  };
  const mark = useCallback((id: string) => setMarked((now) => new Set(now.has(id) ? [...now].filter((x) => x !== id) : [...now, id])), []);
  const acts = useActs(useQueryClient());
  const resolve = () => {
    if (!chosen) return;
    acts.run([chosen], { status: { status: 'closed', reason: 'resolved' } }, t('did.closed', { count: 1 }));
    step(1);
  };
  useOffer([
    ...(may(me, 'conversations:write') ? [{ label: t('key.resolveNext'), keys: 'shift+E', run: resolve }] : []),
    { label: t('key.next'), keys: 'J', run: () => step(1) },
    { label: t('key.previous'), keys: 'K', run: () => step(-1) },
    { label: t('key.mark'), keys: 'X', run: () => chosen && mark(chosen) },
  ]);
  return (
    <section className="list" aria-label={t('conversations')}>
      <Views choice={choice} show={show} />
      {marked.size > 0 && <Bulk marked={marked} rows={rows} clear={() => setMarked(new Set())} />}
      <div className="list-rows" ref={scroller} data-ready={list.isSuccess || undefined} onScroll={place.scrolled}>
        {place.fresh > 0 && <div className="fresh"><Button size="compact-sm" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={place.toTop}>{t('newAbove', { count: place.fresh })}</Button></div>}
        {list.isPending && <Loading lines={10} height={52} />}
        {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && <Empty icon={IconInbox} title={t(`empty.${choice.viewId ? 'saved' : choice.view}`, { defaultValue: t('empty.all') })}>{isInNoTeam(me) && t('noTeam')}</Empty>}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="list">
          {items.map((item) => {
            const c = rows[item.index];
            if (!c) return null;
            return (
              <div key={item.key} role="listitem" className="list-slot" style={{ transform: `translateY(${item.start}px)` }}>
                <Row conversation={c} chosen={c.id === chosen} marked={marked.has(c.id)} mark={mark} choose={choose} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** A list whose order changes while it is read may have a conversation twice. */
function unique(list: Conversation[]): Conversation[] {
  const seen = new Set<string>();
  return list.filter((c) => !seen.has(c.id) && seen.add(c.id));
}

function Views({ choice, show }: { choice: Choice; show: (c: Choice) => void }) {
  const { t } = useTranslation('inbox');
  const counts = useCounts();
  const teams = useTeams();
  const labels = useLabels();
  const saved = useViews();
  const [names, setNames] = useState<'new' | 'own'>();
  const own = saved.data?.find((v) => v.id === choice.viewId);
  const plain = firstViews.includes(choice.view) && !choice.viewId && !choice.teamId && !choice.labelId;
  const label = choice.viewId
    ? saved.data?.find((v) => v.id === choice.viewId)?.name
    : choice.teamId ? teams.data?.find((x) => x.id === choice.teamId)?.name
    : choice.labelId ? labels.data?.find((l) => l.id === choice.labelId)?.name
    : plain ? t('moreViews') : t(`view.${choice.view}`);
  const count = choice.teamId ? counts.data?.teams.find((x) => x.teamId === choice.teamId)?.all : countOf(choice, counts.data);
  return (
    <div className="list-head">
      <SegmentedControl fullWidth size="xs" aria-label={t('views')} value={plain ? choice.view : ''} onChange={(view) => show({ view: view as ConversationView })}
        data={firstViews.map((v) => ({ value: v, label: t(`view.${v}`) }))} />
      <div className="list-sub">
        <Text size="xs" className="quiet" aria-live="polite">{count === undefined ? ' ' : t('count', { count, shown: number(count) })}{choice.view === 'waiting_longest' && ` · ${t('longestFirst')}`}</Text>
        <Menu position="bottom-end" width={230}>
          <Menu.Target><Button size="compact-xs" variant={plain ? 'subtle' : 'light'} color={plain ? 'gray' : 'brand'} rightSection={<IconChevronDown size={14} />}>{label}</Button></Menu.Target>
          <Menu.Dropdown>
            <ScrollArea.Autosize mah="min(560px, 60vh)" type="auto" offsetScrollbars="y">
              {saved.data && saved.data.length > 0 && <Menu.Label>{t('savedViews')}</Menu.Label>}
              {saved.data?.map((v) => <Menu.Item key={v.id} fw={choice.viewId === v.id ? 600 : 400} onClick={() => show({ view: 'all', viewId: v.id })}>{v.name}</Menu.Item>)}
              {saved.data && saved.data.length > 0 && <Menu.Divider />}
              {otherViews.map((v) => <Menu.Item key={v} onClick={() => show({ view: v })} fw={choice.view === v ? 600 : 400} rightSection={<Count n={countOf({ view: v }, counts.data)} />}>{t(`view.${v}`)}</Menu.Item>)}
              {teams.data && teams.data.length > 0 && <Menu.Label>{t('teams')}</Menu.Label>}
              {teams.data?.map((team) => <Menu.Item key={team.id} leftSection={<IconUsersGroup size={15} />} rightSection={<Count n={counts.data?.teams.find((x) => x.teamId === team.id)?.all} />} onClick={() => show({ view: 'team', teamId: team.id })}>{team.name}</Menu.Item>)}
              {labels.data && labels.data.length > 0 && <Menu.Label>{t('labels')}</Menu.Label>}
              {labels.data?.map((l) => <Menu.Item key={l.id} leftSection={<span className="dot" style={{ background: l.color }} />} onClick={() => show({ view: 'all', labelId: l.id })}>{l.name}</Menu.Item>)}
            </ScrollArea.Autosize>
            <Menu.Divider />
            {own && <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setNames('own')}>{t('saving.editThis')}</Menu.Item>}
            <Menu.Item leftSection={<IconPlus size={15} />} onClick={() => setNames('new')}>{t('saving.create')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {names && <Suspense><ViewDialog view={names === 'own' ? own : undefined} choice={choice} close={() => setNames(undefined)} saved={(id) => show(id ? { view: 'all', viewId: id } : { view: 'all' })} /></Suspense>}
    </div>
  );
}

const Count = ({ n }: { n: number | undefined }) => (n ? <Text size="xs" className="quiet">{number(n)}</Text> : null);

function countOf({ view, viewId, labelId }: Choice, counts: ReturnType<typeof useCounts>['data']): number | undefined {
  if (!counts || viewId || labelId) return undefined;
  return { all: counts.all, mine: counts.mine, unassigned: counts.unassigned, needs_answer: counts.needsAnswer, waiting_longest: counts.needsAnswer, snoozed: counts.snoozed, closed: counts.closed }[view as string];
}

interface RowProps { conversation: Conversation; chosen: boolean; marked: boolean; mark: (id: string) => void; choose: (id: string) => void }

/** A row of the list. A click changes two of them, so the others are not drawn again. */
const Row = memo(function Row({ conversation: c, chosen, marked, mark, choose }: RowProps) {
  const { t } = useTranslation('inbox');
  const users = useUsers();
  const labels = useLabels();
  const now = useNow(30_000);
  const name = c.contactName || t('unknownContact');
  const draft = useHasDraft(c.id);
  const unread = c.unreadCount > 0;
  const closes = c.windowClosesAt ? (Date.parse(c.windowClosesAt) - now) / 1000 : 0;
  const waits = c.waitingSince ? (now - Date.parse(c.waitingSince)) / 1000 : 0;
  const agent = users.data?.find((u) => u.id === c.agentId);
  const own = c.labelIds.flatMap((id) => labels.data?.find((l) => l.id === id) ?? []);
  return (
    <div className="row" data-chosen={chosen || undefined} data-unread={unread || undefined}>
      <input type="checkbox" className="row-mark" checked={marked} onChange={() => mark(c.id)} aria-label={t('markOf', { name })} tabIndex={-1} />
      <button type="button" className="row-button" onClick={() => choose(c.id)} aria-current={chosen ? 'true' : undefined}>
        <Face name={name} id={c.contactId} />
        <span className="row-text">
          <span className="row-line">
            <bdi className="row-name">{name}</bdi>
            <time className="row-time quiet" dateTime={c.activityAt ?? c.createdAt}>{when(c.activityAt ?? c.createdAt)}</time>
          </span>
          <span className="row-line">
            <span className="row-words quiet" dir="auto"><LastMessage text={c.lastMessage?.text} none=" " /></span>
            {unread && <Badge size="sm" circle={c.unreadCount < 10} aria-label={t('unread', { count: c.unreadCount })}>{number(c.unreadCount)}</Badge>}
          </span>
          <span className="row-line row-chips">
            {draft && <Chip Sign={IconPencil} text={t('draft')} warn />}
            {c.status === 'snoozed' && <Chip Sign={IconZzz} text={c.snoozedUntil ? t('until', { time: upcoming(c.snoozedUntil, new Date(now)) }) : t('status.snoozed')} />}
            {c.waitingSince && waits > 300 && c.status !== 'snoozed' && <Chip Sign={IconClock} text={t('waits', { time: duration(waits) })} late={c.dueAt !== null && Date.parse(c.dueAt) < now} />}
            {closes < 4 * 3600 && <Chip text={closes <= 0 ? t('windowClosed') : t('windowLeft', { time: duration(closes) })} warn />}
            {assistantAnswers(c) ? <Chip Sign={IconRobot} text={t('assistant')} brief={own.length > 0} /> : agent && <Chip Sign={IconUser} text={agent.name} />}
            {own[0] && <span className="chip chip-label" title={own.map((l) => l.name).join(', ')}><span className="dot" style={{ background: own[0].color }} /><bdi>{own[0].name}</bdi></span>}
            {own.slice(1).map((l) => <span key={l.id} className="chip-more" title={l.name}><span className="dot" style={{ background: l.color }} /><span className="sr-only">{l.name}</span></span>)}
          </span>
        </span>
      </button>
    </div>
  );
});

/** A mark of a row; where there is no room for its words, they end in dots, and a brief one has only its sign. */
function Chip({ Sign, text, warn, late, brief }: { Sign?: typeof IconClock; text: string; warn?: boolean; late?: boolean; brief?: boolean }) {
  return <span className={warn ? 'chip chip-warn' : 'chip'} data-late={late || undefined} title={text}>{Sign && <Sign size={13} aria-hidden />}<bdi className={brief ? 'sr-only' : undefined}>{text}</bdi></span>;
}
