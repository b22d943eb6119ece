import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { App, queries } from './app/app';
import { askAhead } from './app/ahead';
import { ready } from './lib/i18n';

// Not awaited: the scripts of the pages wait for this one, and are waited for.
void Promise.all([ready, askAhead(queries)]).then(() => createRoot(document.getElementById('root')!).render(<App />));

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/app/worker.js', { scope: '/app/' }).catch(() => {
    // Without it the app works all the same, but for push.
  });
}
