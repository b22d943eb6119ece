import { Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewTOTP } from '@service/sdk';
import { ShownOnce, Snippet } from '../../components/copy';
import { FormDialog, Sure } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { day } from '../../lib/format';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { Barcode } from './barcode';

/** The app whose codes are asked for beside the password, and the codes that stand in for it. */
export function Authenticator() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const factors = useQuery({ queryKey: ['factors'], queryFn: () => api.factors.get() });
  const [asked, setAsked] = useState<'remove' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const again = () => void queries.invalidateQueries({ queryKey: ['factors'] });
  const close = () => setAsked(undefined);
  const begin = useMutation({ mutationFn: () => withRecentSignIn(() => api.factors.beginTOTP()), onError: tellError });
  if (factors.error) return <Trouble error={factors.error} retry={again} />;
  if (!factors.data) return <Loading lines={3} />;
  const { totp, totpSince, recoveryCodesLeft: left } = factors.data;
  return (
    <Card title={t('totp.title')} actions={
      totp ? <Button size="xs" variant="default" color="red" onClick={() => setAsked('remove')}>{t('totp.remove')}</Button>
        : <Button size="xs" loading={begin.isPending} onClick={() => begin.mutate()}>{t('totp.setUp')}</Button>
    }>
      {totp ? (
        <>
          <Group gap="xs"><Badge color="brand" variant="light">{t('totp.on')}</Badge>{totpSince && <Text size="sm" className="quiet">{t('since', { at: day(totpSince) })}</Text>}</Group>
          <div className="line">
            <Text size="sm" c={left < 3 ? 'red.8' : undefined}>{t('totp.left', { count: left })}</Text>
            <Button size="xs" variant="default" onClick={() => setAsked('renew')}>{t('totp.renew')}</Button>
          </div>
        </>
      ) : <Text size="sm" className="quiet">{t('totp.hint')}</Text>}
      {begin.data && <ConfirmApp made={begin.data} close={() => begin.reset()} done={(all) => { begin.reset(); again(); setCodes(all); }} />}
      {asked === 'remove' && <Sure title={t('totp.removeTitle')} label={t('totp.remove')} close={close} done={again} run={() => api.factors.removeTOTP()}>{t('totp.removeHint')}</Sure>}
      {asked === 'renew' && (
        <Sure title={t('totp.renewTitle')} label={t('totp.renew')} close={close} done={again} run={() => api.factors.renewRecoveryCodes().then(({ recoveryCodes }) => setCodes(recoveryCodes))}>{t('totp.renewHint')}</Sure>
      )}
      {codes && <ShownOnce title={t('totp.codes')} value={codes.join('\n')} close={() => setCodes(undefined)}><Text size="sm">{t('totp.codesHint')}</Text></ShownOnce>}
    </Card>
  );
}

/** Shows the secret to the app, and takes a code of it. */
function ConfirmApp({ made, close, done }: { made: NewTOTP; close: () => void; done: (codes: string[]) => void }) {
  const { t } = useTranslation('settings');
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => withRecentSignIn(() => api.factors.confirmTOTP({ code: code.replaceAll(' ', '') })),
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
  });
  return (
    <FormDialog title={t('totp.setUp')} label={t('totp.confirm')} close={close} pending={confirm.isPending} save={() => confirm.mutate()} error={isAtFields(confirm.error, ['/code']) ? undefined : confirm.error}>
      <Text size="sm">{t('totp.scan')}</Text>
      <Group justify="center"><Barcode text={made.uri} label={t('totp.barcode')} /></Group>
      <Text size="sm">{t('totp.type')}</Text>
      <Snippet label={t('totp.secret')} text={made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} wrap />
      <TextInput label={t('totp.code')} inputMode="numeric" autoComplete="one-time-code" dir="ltr" maxLength={7} required data-autofocus value={code}
        onChange={(e) => setCode(e.currentTarget.value)} error={faultOf(confirm.error, '/code')} />
    </FormDialog>
  );
}
