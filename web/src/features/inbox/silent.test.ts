import { expect, test } from 'vitest';
import { whySilent } from './silent';

const conversation = { status: 'open', phoneNumberId: 'num_1', assistant: { id: 'ast_1', speaker: 'assistant', switch: 'default', takenBy: null } } as const;
const stops = { stopped: false, stoppedPhoneNumberIds: [] };
const on = { enabled: true };

test('an assistant that answers is not told of, nor what one may not know', () => {
  expect(whySilent(conversation, stops, on)).toBeUndefined();
  expect(whySilent(conversation)).toBeUndefined();
});

test('what stops an assistant is told, the widest first', () => {
  expect(whySilent(conversation, stops, { enabled: false })).toBe('ai');
  const silenced = { ...conversation, assistant: { ...conversation.assistant, switch: 'off' } } as const;
  expect(whySilent(silenced)).toBe('conversation');
  expect(whySilent(silenced, { ...stops, stoppedPhoneNumberIds: ['num_1'] })).toBe('number');
  expect(whySilent(conversation, { ...stops, stoppedPhoneNumberIds: ['num_2'] }, on)).toBeUndefined();
  expect(whySilent(silenced, { stopped: true, stoppedPhoneNumberIds: ['num_1'] }, on)).toBe('workspace');
});

test('where it handed the conversation off, it is told; where a person took it, nothing is', () => {
  const stopped = { ...stops, stopped: true };
  expect(whySilent({ ...conversation, assistant: { ...conversation.assistant, speaker: 'person' } }, stopped)).toBe('workspace');
  expect(whySilent({ ...conversation, status: 'closed' }, stopped)).toBeUndefined();
  for (const assistant of [{ ...conversation.assistant, id: '' }, { ...conversation.assistant, speaker: 'paused' as const }, { ...conversation.assistant, speaker: 'person' as const, takenBy: { type: 'user' as const, id: 'usr_1' } }]) expect(whySilent({ ...conversation, assistant }, stopped)).toBeUndefined();
});
