import type { Conversation } from '@service/sdk';

/** Whether all, some or none of these conversations have a label. */
export function hasLabel(conversations: readonly Pick<Conversation, 'labelIds'>[], labelId: string): 'all' | 'some' | 'none' {
  const n = conversations.filter((c) => c.labelIds.includes(labelId)).length;
  if (n === 0) return 'none';
  return n === conversations.length ? 'all' : 'some';
}
