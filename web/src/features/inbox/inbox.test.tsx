import type { ConversationTimelineEntry, Message, Note } from '@service/sdk';
import { isValidElement, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { upcoming } from '../../lib/format';
import { arrange } from './arrange';
import { mentionedIn, wordAfterAt } from './mentioned';
import { snoozeTimes } from './snooze';
import { parse } from './whatsapp-text';

/** What is shown, as text with tags. */
const shown = (nodes: ReactNode): string =>
  Array.isArray(nodes) ? nodes.map(shown).join('')
  : isValidElement<{ children?: ReactNode; href?: string }>(nodes) ? (typeof nodes.type === 'string' ? `<${nodes.type}>${shown(nodes.props.children)}</${nodes.type}>` : shown(nodes.props.children))
  : String(nodes ?? '');

describe('texts as a phone shows them', () => {
  test.each([
    ['plain', 'plain'],
    ['*bold* and _it_', '<strong>bold</strong> and <em>it</em>'],
    ['*_both_* ~no~', '<strong><em>both</em></strong> <s>no</s>'],
    ['2*3*4 snake_case_name', '2*3*4 snake_case_name'],
    ['* not bold *', '* not bold *'],
    ['`a *b*` ```c\n_d_```', '<code>a *b*</code> <pre>c\n_d_</pre>'],
    ['see https://example.com/a_b_c.', 'see <a>https://example.com/a_b_c</a>.'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['*مرحبا* नमस्ते', '<strong>مرحبا</strong> नमस्ते'],
  ])('%s', (text, want) => expect(shown(parse(text))).toBe(want));

  test('nothing is lost, whatever the text is', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: random(30) }, () => '*_~`ab \nhttps://x.y'[random(19)]).join('');
      const bare = (s: string) => s.replace(/[*_~`]|<\/?(strong|em|s|code|pre|a)>/g, '');
      expect(bare(shown(parse(text)))).toBe(bare(text));
    }
  });

  test('long texts take no time', () => {
    const began = process.cpuUsage();
    for (const part of ['*', '*a', '```', '_a ', 'https://', '*_~']) parse(part.repeat(4096 / part.length));
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500); // of work: the machine may be busy
  });
});

const message = (id: string, at: string, more: Partial<Message> = {}) =>
  ({ id, createdAt: at, direction: 'inbound', type: 'text', text: { body: id }, timeline: [], attempts: [], metadata: {}, ...more }) as unknown as Message;

describe('the order of a conversation', () => {
  const at = (minute: number) => new Date(2026, 2, 1, 10, minute).toISOString();
  test('messages, notes and events in time, with a line for each day', () => {
    const items = arrange(
      [message('c', at(9)), message('b', at(3)), message('a', at(1))],
      [{ id: 'n', createdAt: at(2) } as Note],
      [{ id: 'e', at: at(4), kind: 'assignment' } as ConversationTimelineEntry, { id: 'quiet', at: at(4), kind: 'labels' } as ConversationTimelineEntry],
      [], true,
    );
    expect(items.map((i) => i.key.replace(/^day.*/, 'day'))).toEqual(['day', 'a', 'n', 'b', 'e', 'c']);
  });
  test('what is older than the loaded messages waits for them', () => {
    const items = arrange([message('b', at(5))], [{ id: 'old', createdAt: at(1) } as Note], [], [], false);
    expect(items.some((i) => i.key === 'old')).toBe(false);
  });
  test('messages of one person close together are joined, and quotes found', () => {
    const items = arrange([message('b', at(2), { replyTo: 'a' }), message('a', at(1))], [], [], [], true);
    const last = items.at(-1);
    expect(last?.kind === 'message' && last.joined && last.quoted?.id).toBe('a');
  });
  test('a message that the service has is not shown twice', () => {
    const waiting = { id: 'w', conversationId: 'c', request: {}, text: 'x', createdAt: at(6), state: 'sending', messageId: 'a' } as never;
    expect(arrange([message('a', at(1))], [], [], [waiting], true).filter((i) => i.kind === 'waiting')).toHaveLength(0);
    expect(arrange([], [], [], [waiting], true).filter((i) => i.kind === 'waiting')).toHaveLength(1);
  });
});

test('snoozing until Monday is offered where it is not tomorrow', () => {
  const friday = new Date(2026, 10, 27, 15);
  expect(snoozeTimes(friday).map((s) => s.key)).toEqual(['hour', 'tomorrow', 'monday']);
  expect(snoozeTimes(friday)[2]!.at).toEqual(new Date(2026, 10, 30, 9));
  expect(snoozeTimes(new Date(2026, 10, 29, 15)).map((s) => s.key)).toEqual(['hour', 'tomorrow']);
});

test('a time to come names its day where the hour alone would mislead', () => {
  const monday = new Date(2026, 10, 30, 15);
  expect(upcoming(new Date(2026, 10, 30, 16), monday)).not.toMatch(/Mon|30/);
  expect(upcoming(new Date(2026, 11, 6, 9), monday)).toMatch(/Sun/);
  expect(upcoming(new Date(2026, 11, 6, 9), monday)).not.toMatch(/Dec/);
  expect(upcoming(new Date(2026, 11, 7, 9), monday)).toMatch(/Mon.*Dec.*7/);
  expect(upcoming(new Date(2027, 0, 4, 9), monday)).toMatch(/2027/);
});

test('a missing value is named where it will stand', () => {
  const filled = parse('Hi *{{name}}*, order {{order_number}}', (name) => name.toUpperCase());
  expect(shown(filled)).toBe('Hi <strong><mark>NAME</mark></strong>, order <mark>ORDER_NUMBER</mark>');
  expect(shown(parse('Hi {{name}}'))).toBe('Hi {{name}}');
});

test('a note mentions whom it names after an @', () => {
  const users = [{ id: 'usr_ana', name: 'Ana' }, { id: 'usr_costa', name: 'Ana Costa' }, { id: 'usr_chen', name: 'Chen Wei' }, { id: 'usr_nobody', name: '' }];
  expect(wordAfterAt('Look, @an', 9)).toBe('an');
  expect(wordAfterAt('Look, @', 7)).toBe('');
  expect(wordAfterAt('mail@an', 7)).toBeUndefined();
  expect(wordAfterAt('Look, @Ana Costa ', 17)).toBeUndefined();
  expect(mentionedIn('Look, @Ana Costa', users)).toEqual(['usr_costa']);
  expect(mentionedIn('@Chen Wei and @Ana, and @Ana Costa', users)).toEqual(['usr_costa', 'usr_chen', 'usr_ana']);
  expect(mentionedIn('Chen Wei knows', users)).toEqual([]);
});
