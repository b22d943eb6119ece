import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { APIConnectionError, APIError } from '@service/sdk';
import { setNonce } from 'get-nonce';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedOut } from '../lib/api';
import { router } from './router';
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
queries.getQueryCache().subscribe(({ query }) => {
  if (isSignedOut(query.state.error) && !location.pathname.startsWith('/app/sign-in')) void router.navigate({ to: '/sign-in' });
});

const dirOf = (i18n: { dir: (language: string) => string; language: string }) => i18n.dir(i18n.language) as 'ltr' | 'rtl';

export function App() {
  const { t, i18n } = useTranslation();
  const direction = dirOf(i18n);
  const close = t('action.close');
  const theme = useMemo(() => themeOf(close), [close]);
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
