import { Accordion, PasswordInput, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessagingAccount } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { useMe } from '../../lib/session';

/** Connects an account by the token of a system user. */
export function ConnectAccount({ close, done }: { close: () => void; done: () => void }) {
  const { t } = useTranslation('onboarding');
  const me = useMe();
  const test = me.workspaces.find((w) => w.id === me.workspaceId)?.live === false;
  const [messagingAccountId, setId] = useState('');
  const [systemUserToken, setToken] = useState('');
  const [appSecret, setSecret] = useState('');
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => api.messagingAccounts.connect({ messagingAccountId: messagingAccountId.trim(), systemUserToken: systemUserToken.trim(), appSecret: appSecret.trim() || undefined })),
    onSuccess: () => {
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t('accounts.connect')} label={t('accounts.connect')} close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/messagingAccountId', '/systemUserToken', '/appSecret']) ? undefined : save.error}>
      <Text size="sm" className="quiet">{t('accounts.connectHint')}</Text>
      <ol className="ob-how">{[1, 2, 3].map((n) => <li key={n}>{t(`tokenStep.${n}`)}</li>)}</ol>
      <TextInput label={t('accounts.id')} description={t('accounts.idHint')} dir="ltr" inputMode="numeric" required value={messagingAccountId} error={fault('/messagingAccountId')} onChange={(e) => setId(e.currentTarget.value)} data-autofocus />
      <PasswordInput label={t('accounts.token')} description={t(test ? 'accounts.tokenTest' : 'accounts.tokenHint')} autoComplete="off" dir="ltr" required={!test} value={systemUserToken} error={fault('/systemUserToken')} onChange={(e) => setToken(e.currentTarget.value)} />
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{t('accounts.ownApp')}</Accordion.Control>
          <Accordion.Panel>
            <PasswordInput label={t('accounts.secret')} description={t('accounts.secretHint')} autoComplete="off" dir="ltr" value={appSecret} error={fault('/appSecret')} onChange={(e) => setSecret(e.currentTarget.value)} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </FormDialog>
  );
}

/** Exchanges the token of an account. The service proves the new one first, so nothing stops. */
export function ExchangeToken({ account, close, done }: { account: MessagingAccount; close: () => void; done: () => void }) {
  const { t } = useTranslation('onboarding');
  const [systemUserToken, setToken] = useState('');
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => api.messagingAccounts.rotateToken(account.id, { systemUserToken: systemUserToken.trim() })),
    onSuccess: () => {
      notifications.show({ color: 'brand', message: t('accounts.exchanged') });
      done();
      close();
    },
  });
  return (
    <FormDialog title={t('accounts.exchange')} label={t('accounts.exchange')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/systemUserToken']) ? undefined : save.error}>
      <Text size="sm" className="quiet">{t('accounts.exchangeHint')}</Text>
      <ol className="ob-how">{[1, 2, 3].map((n) => <li key={n}>{t(`tokenStep.${n}`)}</li>)}</ol>
      <PasswordInput label={t('accounts.newToken')} description={t('accounts.tokenHint')} autoComplete="off" dir="ltr" required value={systemUserToken} error={faultOf(save.error, '/systemUserToken')} onChange={(e) => setToken(e.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}
