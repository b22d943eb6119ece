import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '@service/sdk';
import { api } from '../../lib/api';
import { explain, tellError } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { ContactPicker } from './contact-picker';
import { nameOf } from './data';
import { Section } from './section';

function useUndo() {
  const { t } = useTranslation('contacts');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.contacts.undoMerge(id),
    onSuccess: ({ restored }) => {
      void queries.invalidateQueries({ queryKey: ['contacts'] });
      notifications.show({ message: t('merge.undone', { name: nameOf(restored) }) });
    },
    onError: tellError,
  });
}

/** Merges another contact of the same person into this one; it can be undone. */
export function Merge({ contact, opened, close }: { contact: ContactDetail; opened: boolean; close: () => void }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const undo = useUndo();
  const [other, setOther] = useState('');
  const merge = useMutation({
    mutationFn: async () => {
      await api.contacts.merge(contact.id, other);
      return (await api.contacts.get(contact.id)).merges[0]?.id;
    },
    onSuccess: (id) => {
      void queries.invalidateQueries({ queryKey: ['contacts'] });
      setOther('');
      close();
      const note = notifications.show({
        title: t('merge.done'), autoClose: 10_000,
        message: id && <Button size="compact-sm" variant="light" mt={4} onClick={() => { notifications.hide(note); undo.mutate(id); }}>{shared('action.undo')}</Button>,
      });
    },
  });
  return (
    <Modal opened={opened} onClose={close} title={t('merge.title')}>
      <Stack>
        <Text size="sm">{t('merge.hint', { name: nameOf(contact) })}</Text>
        <ContactPicker label={t('merge.other')} value={other} without={contact.id} onChange={setOther} />
        {merge.error && <Text size="sm" c="red" role="alert">{explain(merge.error)}</Text>}
        <Group justify="end">
          <Button variant="default" onClick={close}>{shared('action.cancel')}</Button>
          <Button disabled={!other} loading={merge.isPending} onClick={() => merge.mutate()}>{t('merge.button')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Which contacts were merged into this one. */
export function Merges({ contact, writes }: { contact: ContactDetail; writes: boolean }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const undo = useUndo();
  return (
    <Section title={t('merge.list')}>
      {contact.merges.map((m) => (
        <Group key={m.id} justify="space-between" wrap="nowrap" py={4}>
          <div>
            <Text size="sm">{t(`merge.cause_${m.cause}`)}</Text>
            <Text size="xs" className="quiet">{dateTime(m.createdAt)}{m.undoneAt && ` · ${t('merge.wasUndone')}`}</Text>
          </div>
          {writes && !m.undoneAt && <Button size="compact-xs" variant="default" loading={undo.isPending} onClick={() => undo.mutate(m.id)}>{shared('action.undo')}</Button>}
        </Group>
      ))}
    </Section>
  );
}
