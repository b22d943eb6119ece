import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { act, refreshConversation, type ActionChange } from './data';

/** What can be done with conversations; each can be undone for ten seconds by a button, and by Z. */
export function useActs(queries: QueryClient) {
  const { t } = useTranslation();
  return {
    run(ids: string[], change: ActionChange, said: string): void {
      act(queries, ids, change).then(
        (action) => {
          if (action.changed.length === 0) return;
          lastAction = action.id;
          notifications.show({
            id: action.id, autoClose: 10_000,
            message: (
              <Group justify="space-between">
                <Text size="sm">{said}</Text>
                <Button size="compact-sm" variant="subtle" onClick={() => void undo(queries, action.id)}>{t('action.undo')}</Button>
              </Group>
            ),
          });
        },
        tellError,
      );
    },
  };
}

let lastAction: string | undefined;

async function undo(queries: QueryClient, id: string): Promise<void> {
  notifications.hide(id);
  if (lastAction === id) lastAction = undefined;
  try {
    const action = await api.actions.undo(id);
    for (const c of action.undone) refreshConversation(queries, c);
    void queries.invalidateQueries({ queryKey: ['conversations'] });
  } catch (error) {
    tellError(error);
  }
}

/** Undoes what was done last on this page. */
export function useUndoLast(): () => void {
  const queries = useQueryClient();
  return () => {
    if (lastAction) void undo(queries, lastAction);
  };
}
