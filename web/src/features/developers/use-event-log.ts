import { useEffect, useState } from 'react';
import type { EventSelector, StreamedEvent } from '@service/sdk';
import { api } from '../../lib/api';

/** How many events are kept on the page. */
export const most = 5000;

/** The events since some time, the newest first, and those that happen from now on. */
export function useEventLog(seconds: number, names: string, paused: boolean): { events: readonly StreamedEvent[]; ready: boolean; error: unknown } {
  const [events, setEvents] = useState<readonly StreamedEvent[]>([]);
  const [ready, setReady] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (paused) return undefined;
    const stop = new AbortController();
    let heap: StreamedEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      const fresh = heap.toReversed();
      heap = [];
      setEvents((before) => [...fresh, ...before].slice(0, most));
    };
    setEvents([]);
    setReady(false);
    setError(undefined);
    void (async () => {
      try {
        const stream = api.events.stream({
          since: new Date(Date.now() - seconds * 1000), signal: stop.signal,
          events: (names ? names.split(',') : ['*']) as EventSelector[],
          onOpen: () => setTimeout(() => setReady(true), 600),
        });
        for await (const event of stream) {
          heap.push(event);
          timer ??= setTimeout(show, 120); // a day of events comes at once: the list is drawn a few times, not once for each
        }
      } catch (error) {
        if (!stop.signal.aborted) setError(error);
      }
    })();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [seconds, names, paused]);
  return { events, ready, error };
}
