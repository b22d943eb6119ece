import type { AISettings, AssistantSettings, Conversation } from '@service/sdk';

type Stops = Pick<AssistantSettings, 'stopped' | 'stoppedPhoneNumberIds'>;

type Turn = Pick<Conversation, 'status' | 'phoneNumberId'> & { assistant: Pick<Conversation['assistant'], 'id' | 'speaker' | 'switch' | 'takenBy'> };

/** Whether an assistant is on duty: it would answer, or handed the conversation off, and no person has taken it. */
export const isOnDuty = ({ status, assistant: a }: Turn): boolean => a.id !== '' && status !== 'closed' && (a.speaker === 'assistant' || (a.speaker === 'person' && a.takenBy === null));

/** Why the assistant that is on duty does not answer, as far as one knows the settings; undefined if it does. */
export function whySilent(c: Turn, stops?: Stops, ai?: Pick<AISettings, 'enabled'>) {
  if (!isOnDuty(c)) return undefined;
  if (stops?.stopped) return 'workspace' as const;
  if (stops?.stoppedPhoneNumberIds.includes(c.phoneNumberId)) return 'number' as const;
  if (c.assistant.switch === 'off') return 'conversation' as const;
  return ai?.enabled === false ? ('ai' as const) : undefined;
}
