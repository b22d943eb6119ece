import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { meQuery } from '../lib/session';
import { features } from './features';

/**
 * Asks for what the first page needs while the words of the app come: who is signed
 * in, its script, its words, what it shows. Waits a moment for them: where they come at
 * once, the page is drawn once and not in steps.
 */
export async function askAhead(queries: QueryClient): Promise<void> {
  const part = features.find((f) => location.pathname.startsWith(`/app/${f.name}`));
  if (!part) return; // nobody may be signed in
  const page = Promise.all([queries.prefetchQuery(meQuery), part.load()]).then(
    ([, { ahead }]) => queries.getQueryData(meQuery.queryKey) && ahead?.(queries, new URLSearchParams(location.search)),
    () => {
      // The router asks again, and shows what is wrong.
    },
  );
  const all = Promise.all([page, i18next.loadNamespaces(part.name)]);
  await Promise.race([all, new Promise((r) => setTimeout(r, 300))]);
}
