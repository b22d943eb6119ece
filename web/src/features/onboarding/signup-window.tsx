import { Alert, Loader, Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinishSignupRequest, SignupApp } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { openSignup } from './signup';

type Waiting = 'no' | 'open' | 'blocked' | 'left';

/** Connects an account that the person chooses in the provider's own window. */
export function SignupWindow({ app, close, done }: { app: SignupApp; close: () => void; done: () => void }) {
  const { t } = useTranslation('onboarding');
  const [onApp, setOnApp] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>('no');
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const finish = useMutation({
    mutationFn: (request: FinishSignupRequest) => withRecentSignIn(() => api.onboarding.finishSignup(request)),
    onSuccess: (account) => {
      notifications.show({ color: 'brand', message: t('signup.connected', { name: account.name, count: account.phoneNumbers.length }) });
      done();
      close();
    },
  });
  const open = () => {
    stop.current?.();
    finish.reset();
    stop.current = openSignup(app, onApp, (how) => {
      setWaiting(how ? 'no' : 'left');
      if (how) finish.mutate(how);
    });
    setWaiting(stop.current ? 'open' : 'blocked');
  };
  return (
    <FormDialog title={t('signup.title')} label={t(waiting === 'no' && !finish.error ? 'signup.open' : 'signup.again')} close={close} pending={finish.isPending} save={open} error={finish.error}>
      <Text size="sm" className="quiet">{t('signup.hint')}</Text>
      <Radio.Group label={t('signup.number')} value={onApp ? 'app' : 'here'} onChange={(v) => setOnApp(v === 'app')}>
        <Stack gap="xs" mt="xs">
          <Radio value="here" label={t('signup.here')} description={t('signup.hereHint')} />
          <Radio value="app" label={t('signup.app')} description={t('signup.appHint')} />
        </Stack>
      </Radio.Group>
      <div role="status">
        {waiting === 'open' && <Alert icon={<Loader size="xs" />}>{t('signup.waiting')}</Alert>}
        {waiting === 'left' && <Alert color="orange">{t('signup.left')}</Alert>}
        {waiting === 'blocked' && <Alert color="red">{t('signup.blocked')}</Alert>}
      </div>
    </FormDialog>
  );
}
