// Shows notifications that the service pushes, and opens what they are about. It keeps
// no copies of pages: what is shown is always the service's own.
self.addEventListener('push', (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* a push without words is told all the same */ }
  event.waitUntil(self.registration.showNotification(told.title ?? 'Messaging CRM', {
    body: told.body ?? '', tag: told.id, data: { url: placeOf(told) }, icon: '/app/icon.svg',
  }));
});

function placeOf({ conversationId, dealId }) {
  if (dealId) return `/app/deals/${dealId}`;
  return conversationId ? `/app/inbox/${conversationId}` : '/app/inbox';
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const url = new URL(event.notification.data.url, self.location.origin).href;
    const pages = await self.clients.matchAll({ type: 'window' });
    const page = pages.find((p) => p.url.startsWith(`${self.location.origin}/app/`));
    if (!page) return self.clients.openWindow(url);
    await page.focus();
    return page.navigate(url);
  })());
});
