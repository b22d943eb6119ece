import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '@service/sdk';
import { weekday } from '../../lib/format';
import { Bubble, NoteBubble, SystemLine, WaitingBubble } from './bubble';
import { useNotes, useTimeline, type useMessages } from './data';
import { arrange } from './arrange';
import { useOutbox } from './outbox';

/** The messages, notes and what happened, oldest first; it stays at its end while one is there. */
export function Messages({ conversation, query }: { conversation: Conversation; query: ReturnType<typeof useMessages> }) {
  const { t } = useTranslation('inbox');
  const notes = useNotes(conversation.id);
  const timeline = useTimeline(conversation.id);
  const outbox = useOutbox(conversation.id);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, data } = query;
  const items = useMemo(
    () => arrange(data?.pages.flatMap((p) => p.data) ?? [], notes.data ?? [], timeline.data ?? [], outbox, !hasNextPage),
    [data, notes.data, timeline.data, outbox, hasNextPage],
  );
  const keyOf = useCallback((i: number) => items[i]?.key ?? i, [items]);
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(items.length);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 62,
    getItemKey: keyOf,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    paddingStart: 12,
    paddingEnd: 12,
  });
  // Notes, events and the heights of bubbles come after the messages: until somebody
  // scrolls by hand, or has gone up, the end is what is looked at.
  const stick = useRef(true);
  const size = virtual.getTotalSize();
  useEffect(() => {
    if (stick.current && items.length > 0) virtual.scrollToEnd();
  }, [items.length, size, virtual]);
  const first = virtual.getVirtualItems()[0]?.index ?? 0;
  useEffect(() => {
    if (!stick.current && first < 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [first, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const atEnd = virtual.isAtEnd(80);
  useEffect(() => {
    if (!atEnd) return;
    stick.current = true;
    setSeen(items.length);
  }, [atEnd, items.length]);
  const unseen = Math.max(0, items.length - seen);
  return (
    <div className="messages-frame">
      <div className="messages" ref={scroller} role="log" aria-label={t('messages')} tabIndex={0} data-ready
        onWheel={(e) => { if (e.deltaY < 0) stick.current = false; }} onTouchMove={() => { stick.current = false; }} onKeyDown={(e) => { if (['ArrowUp', 'PageUp', 'Home'].includes(e.key)) stick.current = false; }}>
        <div style={{ height: size, position: 'relative' }}>
          {virtual.getVirtualItems().map((v) => {
            const item = items[v.index];
            if (!item) return null;
            return (
              <div key={v.key} data-index={v.index} ref={virtual.measureElement} className="message-slot" style={{ transform: `translateY(${v.start}px)` }}>
                {item.kind === 'day' && <div className="day"><span>{weekday(item.at)}</span></div>}
                {item.kind === 'message' && <Bubble message={item.message} quoted={item.quoted} joined={item.joined} conversation={conversation} />}
                {item.kind === 'note' && <NoteBubble note={item.note} />}
                {item.kind === 'event' && <SystemLine entry={item.entry} conversation={conversation} />}
                {item.kind === 'waiting' && <WaitingBubble waiting={item.waiting} />}
              </div>
            );
          })}
        </div>
      </div>
      {!atEnd && items.length > 0 && (
        <Button className="to-end" size="compact-sm" radius="xl" variant="default" leftSection={<IconArrowDown size={14} />} onClick={() => { stick.current = true; virtual.scrollToEnd(); }}>
          {unseen > 0 ? t('newBelow', { count: unseen }) : t('toEnd')}
        </Button>
      )}
    </div>
  );
}
