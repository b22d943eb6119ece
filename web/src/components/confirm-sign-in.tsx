import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api, hasCode } from '../lib/api';
import { explain } from '../lib/errors';
import { answer } from '../lib/recent-sign-in';

/** Asks for the password again. Mount it while something needs a recent sign-in. */
export default function ConfirmSignIn() {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={() => answer(false)} title={t('signInAgain.title')} zIndex={400}>
      <Password />
    </Modal>
  );
}

function Password() {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [second, setSecond] = useState(false);
  const confirm = useMutation({
    mutationFn: () => api.sessions.confirm({ password, ...(code && (/^\d{6}$/.test(code.trim()) ? { code: code.trim() } : { recoveryCode: code.trim() })) }),
    onSuccess: () => answer(true),
    onError: (error) => {
      if (hasCode(error, 'second_factor_required')) setSecond(true);
    },
  });
  useEffect(() => () => answer(false), []);
  const error = hasCode(confirm.error, 'second_factor_required') ? undefined : confirm.error;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('signInAgain.why')}</Text>
        {error && <Alert color="red" role="alert">{explain(error)}</Alert>}
        <PasswordInput label={t('signInAgain.password')} autoComplete="current-password" value={password} required data-autofocus
          data-mantine-stop-propagation="true" onKeyDown={(e) => { if (e.key === 'Escape') answer(false); }}
          onChange={(e) => setPassword(e.currentTarget.value)} />
        {second && (
          <TextInput label={t('signInAgain.code')} autoComplete="one-time-code" value={code} required autoFocus onChange={(e) => setCode(e.currentTarget.value)} />
        )}
        <Group justify="end">
          <Button variant="default" onClick={() => answer(false)}>{t('action.cancel')}</Button>
          <Button type="submit" loading={confirm.isPending}>{t('action.confirm')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
