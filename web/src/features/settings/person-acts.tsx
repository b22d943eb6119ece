import { Checkbox, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeactivatedUser, User } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { number } from '../../lib/format';

export type PersonAct = { what: 'invite' } | { what: 'edit' | 'resend' | 'withdraw' | 'deactivate' | 'reactivate'; user: User };
type Asked = Exclude<PersonAct, { what: 'invite' }>;

/** Asks whether something is done about somebody, does it, and says what came of it. */
export function PersonActs({ act: { what, user }, close, done }: { act: Asked; close: () => void; done: (link?: string) => void }) {
  const { t } = useTranslation('settings');
  const name = user.name ?? user.email;
  const [revokeKeys, setRevokeKeys] = useState(false);
  const told = useTold(name);
  const runs: Record<Asked['what'], () => PromiseLike<unknown>> = {
    edit: async () => undefined,
    resend: async () => {
      const { invitationUrl } = await api.users.sendInvitation(user.id);
      if (!invitationUrl) notifications.show({ message: t('people.sent', { email: user.email }) });
      done(invitationUrl);
    },
    withdraw: () => api.users.withdrawInvitation(user.id),
    deactivate: async () => told(await api.users.deactivate(user.id, { revokeKeys })),
    reactivate: () => api.users.reactivate(user.id),
  };
  return (
    <Sure title={t(`people.${what}Title`, { name })} label={t(`people.${what}`)} close={close} run={runs[what]} done={what === 'resend' ? undefined : () => done()}>
      {t(`people.${what}Hint`)}
      {what === 'deactivate' && <Checkbox mt="md" label={t('people.revokeKeys')} checked={revokeKeys} onChange={(e) => setRevokeKeys(e.currentTarget.checked)} />}
    </Sure>
  );
}

/** Says what a deactivation left: conversations for others, and keys that still work. */
function useTold(name: string): (out: DeactivatedUser) => void {
  const { t } = useTranslation('settings');
  return ({ requeuedConversations: n, apiKeys }) => {
    const keys = apiKeys.filter((k) => !k.revokedAt);
    notifications.show({
      title: t('people.deactivated', { name }), autoClose: keys.length > 0 ? false : 8000,
      message: (
        <>
          {n > 0 && <Text size="sm">{t('people.requeued', { count: n, n: number(n) })}</Text>}
          {keys.length > 0 && <Text size="sm">{t('people.keysLeft', { names: keys.map((k) => k.name).join(', ') })}</Text>}
        </>
      ),
    });
  };
}
