import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { meQuery } from '../lib/session';
import { features } from './features';

/** Asks for what the first page needs while the words of the app come: who is signed in, its script, its words. */
export function askAhead(queries: QueryClient): void {
  const part = features.find((f) => location.pathname.startsWith(`/app/${f.name}`));
  if (!part) return; // nobody may be signed in
  void queries.prefetchQuery(meQuery);
  part.load().catch(() => {
    // The router asks again, and shows what is wrong.
  });
  void i18next.loadNamespaces(part.name);
}
