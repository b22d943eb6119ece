import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { nameOf } from './data';

/** What somebody must be allowed to read: an export has all or is refused. */
export const exportNeeds = ['contacts:read', 'messages:read', 'conversations:read', 'media:read', 'deals:read'] as const;

/** Fetches all that is stored about a person and hands it to the browser. */
export function Everything({ contact, close }: { contact: ContactDetail; close: () => void }) {
  const { t } = useTranslation('contacts');
  const fetch = useMutation({
    mutationFn: () => download(withRecentSignIn(() => api.contacts.exportContact(contact.id)), `${contact.id}.zip`),
    onSuccess: close,
  });
  return (
    <FormDialog title={t('everything.title')} label={t('everything.button')} close={close} save={() => fetch.mutate()} pending={fetch.isPending} error={fetch.error}>
      <Text size="sm">{t('everything.hint', { name: nameOf(contact) })}</Text>
      <Text size="sm">{t('everything.some')}</Text>
    </FormDialog>
  );
}
