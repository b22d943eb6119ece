import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconBuildingStore, IconExternalLink, IconKey, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessagingAccount } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { dateTime, number } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { ConnectAccount, ExchangeToken } from './connect';
import { useAccounts, useRefresh, useSignup } from './data';
import { SignupWindow } from './signup-window';

/** The accounts at the provider, each with its token. */
export function Accounts() {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const accounts = useAccounts();
  const refresh = useRefresh();
  const [connecting, setConnecting] = useState<'token' | 'window'>();
  const signup = useSignup(writes);
  const stop = () => setConnecting(undefined);
  if (accounts.error) return <Trouble error={accounts.error} retry={refresh} />;
  if (!accounts.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={620}>{t('accounts.hint')}</Text>
        {writes && (
          <Group gap="sm">
            {signup.data?.available && <Button variant="default" leftSection={<IconExternalLink size={16} />} onClick={() => setConnecting('window')}>{t('signup.title')}</Button>}
            <Button leftSection={<IconPlus size={16} />} onClick={() => setConnecting('token')}>{t('accounts.connect')}</Button>
          </Group>
        )}
      </Group>
      {accounts.data.length === 0 && <Empty icon={IconBuildingStore} title={t('accounts.none')}>{t('accounts.noneHint')}</Empty>}
      {accounts.data.map((a) => <Account key={a.id} value={a} writes={writes} refresh={refresh} />)}
      {connecting === 'token' && <ConnectAccount close={stop} done={refresh} />}
      {connecting === 'window' && signup.data && <SignupWindow app={signup.data} close={stop} done={refresh} />}
    </>
  );
}

/** The same within the checklist. */
export const AccountTool = () => <div className="ob-tool"><Accounts /></div>;

function Account({ value: a, writes, refresh }: { value: MessagingAccount; writes: boolean; refresh: () => void }) {
  const { t } = useTranslation('onboarding');
  const [exchanging, setExchanging] = useState(false);
  return (
    <section className="card" aria-label={a.name}>
      <div className="card-head">
        <h3 className="ob-number"><bdi>{a.name}</bdi></h3>
        <Badge variant="light" tt="none" color={a.status === 'connected' ? 'brand' : a.status === 'restricted' ? 'orange' : 'red'}>{t(`accountStatus.${a.status}`)}</Badge>
      </div>
      {a.disconnectReason && <Alert color="red" mb="xs">{a.disconnectReason}</Alert>}
      {a.restrictions.map((r) => (
        <Alert key={r.type} color="orange" mb="xs" title={r.type.replaceAll('_', ' ').toLowerCase()}>{r.remediation} {r.expiresAt && t('accounts.until', { at: dateTime(r.expiresAt) })}</Alert>
      ))}
      <LabelledValue label={t('accounts.id')}><bdi className="mono">{a.providerId}</bdi></LabelledValue>
      <LabelledValue label={t('accounts.token')}><bdi className="mono" dir="ltr">{a.tokenHint}</bdi></LabelledValue>
      <LabelledValue label={t('accounts.numbers')}>{number(a.phoneNumbers.length)}</LabelledValue>
      <LabelledValue label={t('accounts.currency')}>{a.currency}</LabelledValue>
      {writes && (
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" leftSection={<IconKey size={15} />} onClick={() => setExchanging(true)}>{t('accounts.exchange')}</Button>
          <CheckWebhooks id={a.id} />
        </Group>
      )}
      {exchanging && <ExchangeToken account={a} close={() => setExchanging(false)} done={refresh} />}
    </section>
  );
}

/** Has the provider send something, and says whether it came. */
function CheckWebhooks({ id }: { id: string }) {
  const { t } = useTranslation('onboarding');
  const check = useMutation({ mutationFn: () => api.messagingAccounts.checkWebhooks(id) });
  const found = check.data;
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlugConnected size={15} />} loading={check.isPending} onClick={() => check.mutate()}>{t('accounts.check')}</Button>
      <div role="status" className="ob-whole">
        {check.error && <Alert color="red">{explain(check.error)}</Alert>}
        {found && (found.working ? <Alert color="brand">{t('accounts.working', { ms: number(found.tookMs) })}</Alert> : <Alert color="red" title={found.problem}>{found.nextAction}</Alert>)}
      </div>
    </>
  );
}
