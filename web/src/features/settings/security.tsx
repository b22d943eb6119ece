import { Button, PasswordInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { Authenticator } from './authenticator';
import { Passkeys } from './passkeys';
import { Head } from './section';
import { Sessions } from './sessions';

/** How one signs in, and where one did. */
export function Security() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Head title={t('security.title')} hint={t('security.hint')} />
      <Password />
      <Authenticator />
      <Passkeys />
      <Sessions />
    </>
  );
}

function Password() {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  return (
    <Card title={t('security.password')} actions={<Button size="xs" variant="default" onClick={() => setOpen(true)}>{t('security.changePassword')}</Button>}>
      <Text size="sm" className="quiet">{t('security.passwordHint')}</Text>
      {open && <ChangePassword close={() => setOpen(false)} />}
    </Card>
  );
}

function ChangePassword({ close }: { close: () => void }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => api.users.changePassword({ newPassword, ...(currentPassword && { currentPassword }) })),
    onSuccess: () => {
      notifications.show({ message: t('security.passwordChanged') });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      close();
    },
  });
  const fields = ['/currentPassword', '/newPassword'];
  return (
    <FormDialog title={t('security.changePassword')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <PasswordInput label={t('security.current')} autoComplete="current-password" value={currentPassword} onChange={(e) => setCurrent(e.currentTarget.value)} error={faultOf(save.error, '/currentPassword')} data-autofocus />
      <PasswordInput label={t('security.new')} description={t('security.rule')} autoComplete="new-password" required value={newPassword} onChange={(e) => setNew(e.currentTarget.value)} error={faultOf(save.error, '/newPassword')} />
    </FormDialog>
  );
}
