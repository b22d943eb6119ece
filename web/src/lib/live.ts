import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { EventSelector, PassingEvent, StreamedEvent } from '@service/sdk';
import { api } from './api';

/** How the stream of events stands: connected, lost (and connecting again), or refused. */
export type LiveState = 'connecting' | 'open' | 'lost' | 'off';

export type LiveEvent = StreamedEvent | PassingEvent;
type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();
const caughtUp = new Set<() => void>();
const watchers = new Set<() => void>();
let state: LiveState = 'off';
let stop: AbortController | undefined;

function become(next: LiveState): void {
  const before = state;
  state = next;
  for (const tell of watchers) tell();
  // Whatever was shown may have changed while nobody listened and the log expired.
  if (next === 'open' && before === 'lost') for (const refresh of caughtUp) refresh();
}

const everything: EventSelector[] = ['*'];

/** Listens to the one stream of this page until the returned function is called. */
export function listen(): () => void {
  const mine = new AbortController();
  stop?.abort();
  stop = mine;
  become('connecting');
  void (async () => {
    while (!mine.signal.aborted) {
      try {
        const events = api.events.stream({
          events: everything,
          signal: mine.signal,
          onOpen: () => become('open'),
          onLost: () => { if (!mine.signal.aborted) become('lost'); },
          onPassing: dispatch,
        });
        for await (const event of events) dispatch(event);
      } catch (error) {
        if (mine.signal.aborted) return;
        if ((error as { status?: number }).status === 403) return become('off'); // who may not read events reloads by hand
        become('lost');
      }
      await new Promise((r) => setTimeout(r, 1000 + Math.random() * 2000));
    }
  })();
  return () => mine.abort();
}

function dispatch(event: LiveEvent): void {
  for (const handle of handlers) handle(event);
}

/** Calls handle with each event whose name begins with one of the prefixes, and refresh after a gap. */
export function useLive(prefixes: readonly string[], handle: Handler, refresh?: () => void): void {
  const key = prefixes.join();
  const take = useEffectEvent((event: LiveEvent) => {
    if (prefixes.some((p) => event.event.startsWith(p))) handle(event);
  });
  const again = useEffectEvent(() => refresh?.());
  useEffect(() => {
    const own: Handler = (event) => take(event);
    const ownAgain = () => again();
    handlers.add(own);
    caughtUp.add(ownAgain);
    return () => {
      handlers.delete(own);
      caughtUp.delete(ownAgain);
    };
  }, [key]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore((tell) => (watchers.add(tell), () => watchers.delete(tell)), () => state);
}
