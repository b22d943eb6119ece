import { Alert, Anchor, Button, Divider, Paper, PasswordInput, PinInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconBuilding, IconFingerprint } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../components/page';
import { api, chooseWorkspace, hasCode } from '../../lib/api';
import { explain } from '../../lib/errors';
import { hasPasskeys } from '../../lib/passkeys';
import { getPasskey } from './passkey';

/** The frame of the pages that stand outside the app's own. */
export function Outside({ title, error, refused, children }: { title: string; error?: unknown; refused?: string; children: ReactNode }) {
  useTitle(title);
  const why = refused ?? (error ? explain(error) : undefined);
  return (
    <main className="outside">
      <Paper withBorder p="xl" radius="lg" w="100%" maw={400}>
        <Title order={1} size="h3" mb="lg">{title}</Title>
        {why && <Alert color="red" role="alert" mb="md">{why}</Alert>}
        {children}
      </Paper>
    </main>
  );
}

/** The token of a link in a letter. It stands behind the #, so that no server's log has it. */
const tokenOfLink = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/** Why the service sent the browser back from single sign-on: the code of an error. */
const refusedCode = () => new URLSearchParams(location.search).get('refused') ?? undefined;

/** Whether somebody comes from accepting an invitation. */
const hasJoined = () => new URLSearchParams(location.search).has('joined');

function useEnter() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    queries.clear();
    void navigate({ to: whereTo() as never });
  };
}

/** The page of the app where the session ended; its first page otherwise. */
function whereTo(): string {
  const back = new URLSearchParams(location.search).get('back') ?? '';
  return /^\/\w/.test(back) ? back : '/';
}

export function SignIn() {
  const { t } = useTranslation('session');
  const enter = useEnter();
  const address = useRef<HTMLInputElement>(null);
  const [sentBack] = useState(refusedCode);
  const [joined] = useState(hasJoined);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [second, setSecond] = useState(false);
  const signIn = useMutation({
    mutationFn: (code: string) => api.sessions.create({ email, password, ...(code && (recovery ? { recoveryCode: code } : { code })) }),
    onSuccess: enter,
    onError: (error) => {
      setCode('');
      if (hasCode(error, 'second_factor_required')) setSecond(true);
    },
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await api.sessions.beginPasskey();
      return api.sessions.createWithPasskey(await getPasskey(options));
    },
    onSuccess: enter,
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    signIn.mutate(code);
  };
  const leaveForProvider = () => {
    if (address.current?.reportValidity()) location.assign(`/v1/session/sso?${new URLSearchParams({ email, returnTo: '/app/' })}`);
  };
  const error = hasCode(signIn.error, 'second_factor_required') ? undefined : signIn.error ?? passkey.error;
  const refused = hasCode(error, 'sso_required') ? 'sso_required' : error instanceof DOMException ? 'passkey' : !error && signIn.isIdle && passkey.isIdle ? sentBack : undefined;
  return (
    <Outside title={t('signIn')} error={error} refused={refused && t([`refused.${refused}`, 'refused.sso_refused'])}>
      <form onSubmit={submit}>
        <Stack>
          {joined && <Alert color="brand" role="status">{t('joinedSignIn')}</Alert>}
          {second ? (
            <>
              <Text size="sm">{t(recovery ? 'recoveryHint' : 'codeHint')}</Text>
              {recovery ? (
                <TextInput label={t('recoveryCode')} value={code} onChange={(e) => setCode(e.currentTarget.value)} autoFocus required />
              ) : (
                <PinInput length={6} type="number" oneTimeCode autoFocus value={code} onChange={setCode} onComplete={(c) => signIn.mutate(c)}
                  aria-label={t('code')} getInputProps={(i: number) => ({ 'aria-label': t('digit', { n: i + 1 }) })} />
              )}
              <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!recovery)}>{t(recovery ? 'useCode' : 'useRecovery')}</Anchor>
            </>
          ) : (
            <>
              <TextInput ref={address} label={t('email')} type="email" autoComplete="username webauthn" value={email} onChange={(e) => setEmail(e.currentTarget.value)} required autoFocus />
              <PasswordInput label={t('password')} autoComplete="current-password" value={password} onChange={(e) => setPassword(e.currentTarget.value)} required />
            </>
          )}
          <Button type="submit" loading={signIn.isPending}>{t('signIn')}</Button>
          {!second && (
            <>
              <Divider label={t('or')} />
              {hasPasskeys() && <Button variant="default" leftSection={<IconFingerprint size={18} />} loading={passkey.isPending} onClick={() => passkey.mutate()}>{t('passkey')}</Button>}
              <Button variant="default" leftSection={<IconBuilding size={18} />} onClick={leaveForProvider}>{t('sso')}</Button>
            </>
          )}
          <Anchor component={Link} to={'/forgot-password' as never} size="sm">{t('forgot')}</Anchor>
        </Stack>
      </form>
    </Outside>
  );
}

export function AcceptInvitation() {
  const { t } = useTranslation('session');
  const [token] = useState(tokenOfLink);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const enter = useEnter();
  const accept = useMutation({
    mutationFn: async () => {
      const joined = await api.users.acceptInvitation({ token, name, password });
      // Who works elsewhere, too, may have been signed in before.
      return { ...joined, signedIn: joined.signedIn || (await api.sessions.me().then(() => true, () => false)) };
    },
    onSuccess: ({ workspaceId, workspaceName, signedIn }) => {
      chooseWorkspace(workspaceId);
      if (!signedIn) return void navigate({ to: '/sign-in' as never, search: { joined: 'yes' } as never });
      notifications.show({ color: 'brand', message: t('joined', { workspace: workspaceName }) });
      enter();
    },
  });
  return (
    <Outside title={t('welcome')} error={accept.error}>
      <form onSubmit={(e) => { e.preventDefault(); accept.mutate(); }}>
        <Stack>
          {!token && <Alert color="orange">{t('noToken')}</Alert>}
          <Text size="sm">{t('invitationHint')}</Text>
          <TextInput label={t('name')} autoComplete="name" value={name} onChange={(e) => setName(e.currentTarget.value)} required />
          <PasswordInput label={t('newPassword')} description={t('passwordRule')} autoComplete="new-password" value={password} onChange={(e) => setPassword(e.currentTarget.value)} required />
          <Button type="submit" loading={accept.isPending} disabled={!token}>{t('join')}</Button>
        </Stack>
      </form>
    </Outside>
  );
}

export function ForgotPassword() {
  const { t } = useTranslation('session');
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => api.users.requestPasswordReset(email) });
  return (
    <Outside title={t('forgot')} error={ask.error}>
      <form onSubmit={(e) => { e.preventDefault(); ask.mutate(); }}>
        <Stack>
          {ask.isSuccess ? (
            <Alert color="brand" role="status">{t('resetSent')}</Alert>
          ) : (
            <>
              <TextInput label={t('email')} type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.currentTarget.value)} required autoFocus />
              <Button type="submit" loading={ask.isPending}>{t('sendReset')}</Button>
            </>
          )}
          <Anchor component={Link} to={'/sign-in' as never} size="sm">{t('back')}</Anchor>
        </Stack>
      </form>
    </Outside>
  );
}

export function ResetPassword() {
  const { t } = useTranslation('session');
  const [token] = useState(tokenOfLink);
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: () => api.users.completePasswordReset({ token, password }),
    onSuccess: () => void navigate({ to: '/sign-in' as never }),
  });
  return (
    <Outside title={t('newPassword')} error={reset.error}>
      <form onSubmit={(e) => { e.preventDefault(); reset.mutate(); }}>
        <Stack>
          {!token && <Alert color="orange">{t('noToken')}</Alert>}
          <PasswordInput label={t('newPassword')} description={t('passwordRule')} autoComplete="new-password" value={password} onChange={(e) => setPassword(e.currentTarget.value)} required autoFocus />
          <Button type="submit" loading={reset.isPending} disabled={!token}>{t('save')}</Button>
        </Stack>
      </form>
    </Outside>
  );
}
