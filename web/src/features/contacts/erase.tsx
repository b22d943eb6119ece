import { List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { nameOf } from './data';

/** How often it is asked how far an erasure has come, and how many times at most: a large one ends by itself. */
const PAUSE = 1000;
const LOOKS = 60;

async function ended(id: string) {
  let erasure = await api.contacts.getErasure(id);
  for (let looks = 0; !erasure.endedAt && looks < LOOKS; looks++) {
    await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    erasure = await api.contacts.getErasure(id);
  }
  return erasure;
}

/** Asks whether a person shall be erased for good, and tells what came of it. */
export function Erase({ contact, close, gone }: { contact: ContactDetail; close: () => void; gone: () => void }) {
  const { t } = useTranslation('contacts');
  const queries = useQueryClient();
  const erase = async () => {
    const { id } = await api.contacts.erase(contact.id);
    const note = notifications.show({ message: t('erase.running'), loading: true, autoClose: false, withCloseButton: true });
    void ended(id)
      .then((e) => notifications.update({ id: note, loading: false, autoClose: 8000,
        message: e.state === 'completed' ? t('erase.done', { messages: number(e.messages), files: number(e.files) }) : t('erase.goesOn') }))
      .catch(() => notifications.hide(note)) // it goes on without anybody looking
      .finally(() => void queries.invalidateQueries());
  };
  return (
    <Sure title={t('erase.title')} label={t('erase.button')} run={erase} close={close} done={gone}>
      <Stack gap="xs">
        <Text size="sm">{t('erase.hint', { name: nameOf(contact) })}</Text>
        <List size="sm" spacing={4}>
          {(['gone', 'stays', 'new'] as const).map((what) => <List.Item key={what}>{t(`erase.${what}`)}</List.Item>)}
        </List>
        <Text size="sm" fw={600}>{t('erase.final')}</Text>
      </Stack>
    </Sure>
  );
}
