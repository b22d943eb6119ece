import { useEffect, useState } from 'react';
import type { StreamedEvent } from '@service/sdk';
import { api } from '../../lib/api';

const most = 500;

/** What the service tells other systems while the page is open, oldest first. Charges come only to who names them. */
export function useEvents(): readonly StreamedEvent[] {
  const [events, setEvents] = useState<readonly StreamedEvent[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      while (!stop.signal.aborted) {
        try {
          for await (const event of api.events.stream({ events: ['messages.*', 'charge.recorded'], signal: stop.signal })) setEvents((before) => [...before, event].slice(-most));
        } catch {
          // The shell says that the connection is lost; here it is tried again.
        }
        await new Promise((r) => setTimeout(r, 2000 + Math.random() * 1000));
      }
    })();
    return () => stop.abort();
  }, []);
  return events;
}
