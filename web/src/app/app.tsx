import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { APIConnectionError, APIError } from '@service/sdk';
import { setNonce } from 'get-nonce';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedOut, onUnknownCaller } from '../lib/api';
import { meQuery } from '../lib/session';
import { outsidePaths, router } from './router';
import { themeOf } from './theme';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce); // for the style that keeps the page from scrolling behind a dialog

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client library tries again by itself what may help; but a lost network is waited for.
      retry: (count, error) => error instanceof APIConnectionError && !(error instanceof APIError) && count < 5,
      refetchOnWindowFocus: false,
    },
  },
});
// Whoever was signed in learns that the session has ended, and comes back to where they were.
queries.getQueryCache().subscribe(({ query }) => {
  if (!isSignedOut(query.state.error) || isOutside()) return;
  const had = queries.getQueryData(meQuery.queryKey) !== undefined;
  void router.navigate({ to: '/sign-in', search: (had ? { refused: 'session_ended', back: location.pathname.slice('/app'.length) + location.search } : {}) as never });
});
// A call that nobody looks at, such as the stream's, may be the first to be refused.
onUnknownCaller(() => {
  if (!isOutside() && queries.isFetching({ queryKey: meQuery.queryKey }) === 0) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
});

const isOutside = () => outsidePaths.some((path) => location.pathname.startsWith(`/app/${path}`));

const dirOf = (i18n: { dir: (language: string) => string; language: string }) => i18n.dir(i18n.language) as 'ltr' | 'rtl';

export function App() {
  const { t, i18n } = useTranslation();
  const direction = dirOf(i18n);
  const close = t('action.close');
  const toggle = t('action.showPassword');
  const theme = useMemo(() => themeOf(close, toggle), [close, toggle]);
  return (
    <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-left" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
