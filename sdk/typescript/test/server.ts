import { type ClientOptions, ServiceClient } from '@service/sdk';

/** A request as the fake service saw it. */
export interface Seen {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Error | ((seen: Seen, signal: AbortSignal) => Response | Promise<Response>);

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** An error answer. */
export function problem(status: number, body: object = {}, headers: Record<string, string> = {}): Response {
  return json(status, { status, title: 'Error', ...body }, { 'content-type': 'application/problem+json', ...headers });
}

/** A client whose service gives the answers in turn, the last one for ever, and keeps what it was asked. */
export function serve(answers: Answer[], options: ClientOptions = {}): { client: ServiceClient; seen: Seen[] } {
  const seen: Seen[] = [];
  const client = new ServiceClient({
    apiKey: 'sk_test_key',
    ...options,
    fetch: async (url, init) => {
      const request: Seen = {
        method: init.method ?? 'GET',
        url: new URL(url),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      };
      const answer = answers[Math.min(seen.push(request), answers.length) - 1];
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'function') return answer(request, init.signal as AbortSignal);
      return (answer as Response).clone();
    },
  });
  return { client, seen };
}
