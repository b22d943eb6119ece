import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NotFoundError, type Message, type SimulatedMessage } from '@service/sdk';
import { api } from '../../lib/api';

/** What a customer and the business wrote to one another. */
export interface Talk {
  /** The newest messages, oldest first. */
  messages: readonly Message[];
  /** What the customer's phone shows of those that it has received, by the provider's ids. */
  shown: ReadonlyMap<string, SimulatedMessage>;
  loading: boolean;
  error: unknown;
  refresh: () => void;
}

/** Reads both sides again whenever version changes, so that what happens is seen at once. */
export function useTalk(number: string, version: number): Talk {
  const queries = useQueryClient();
  const key = ['playground', number];
  const talk = useQuery({ queryKey: [...key, 'talk'], queryFn: () => readTalk(number), placeholderData: (before) => before });
  const phone = useQuery({ queryKey: [...key, 'phone'], queryFn: () => readPhone(number), placeholderData: (before) => before, enabled: (talk.data?.length ?? 0) > 0 });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  useEffect(() => {
    if (version > 0) void queries.invalidateQueries({ queryKey: ['playground', number] });
  }, [queries, number, version]);
  return {
    messages: talk.data ?? [],
    shown: new Map(phone.data?.map((m) => [m.providerMessageId, m])),
    loading: talk.isPending,
    error: talk.error ?? phone.error,
    refresh,
  };
}

async function readTalk(number: string): Promise<Message[]> {
  const [contact] = (await api.contacts.list({ phone: number, limit: 1 }).page()).data;
  if (!contact) return [];
  const [conversation] = (await api.conversations.list({ contactId: contact.id, limit: 1 }).page()).data;
  if (!conversation) return [];
  return (await api.messages.list({ conversationId: conversation.id, limit: 40 }).page()).data.toReversed();
}

/** A phone that nobody has written to and that has written to nobody does not exist yet. */
async function readPhone(number: string): Promise<SimulatedMessage[]> {
  try {
    return (await api.sandbox.phone(number)).messages;
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
