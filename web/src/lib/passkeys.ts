const isNumber = (host: string) => /^[\d.]+$|^\[/.test(host);

/** Whether the browser can use passkeys at this address: they belong to a name, never to a number such as 127.0.0.1. */
export const hasPasskeys = (host = location.hostname) => 'PublicKeyCredential' in globalThis && 'credentials' in navigator && !isNumber(host);

/** Where this page is by a name, if its address is this machine's number. */
export function byName(page: URL = new URL(location.href)): string | undefined {
  if (!/^127\.|^\[::1\]$/.test(page.hostname)) return undefined;
  const named = new URL(page);
  named.hostname = 'localhost';
  return named.href;
}
