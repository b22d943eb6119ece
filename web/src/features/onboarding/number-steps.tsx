import { Alert, Button, Group, PinInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumberSetup } from '@service/sdk';
import { api } from '../../lib/api';
import { explain, tellError } from '../../lib/errors';
import { dateTime, duration } from '../../lib/format';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { may, useMe } from '../../lib/session';

interface Props {
  setup: PhoneNumberSetup;
  done: (value: PhoneNumberSetup) => void;
}

/** Asks for something about a number. What comes of it is how the number is set up then. */
export function useSetupAct<V>(act: (value: V) => PromiseLike<PhoneNumberSetup>, done: (value: PhoneNumberSetup) => void) {
  return useMutation({ mutationFn: (value: V) => withRecentSignIn(() => act(value)), onSuccess: done });
}

/** In how many seconds a time comes; 0 for one that has passed. */
function useSecondsTo(at: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!at) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at ? Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)) : 0;
}

function Form({ error, run, children }: { error: unknown; run: () => void; children: ReactNode }) {
  const submit = (e: FormEvent) => {
    e.preventDefault();
    run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mb="sm">
        {Boolean(error) && <Alert color="red" role="alert">{explain(error)}</Alert>}
        {children}
      </Stack>
    </form>
  );
}

/** The languages of the app, as the provider writes them. */
const spoken: Record<string, string> = { en: 'en_US', es: 'es', pt: 'pt_BR', hi: 'hi', ar: 'ar' };

/** The first step: six digits, by text message or by a call. */
export function AskForCode({ setup: s, done }: Props) {
  const { t, i18n } = useTranslation('onboarding');
  const [method, setMethod] = useState<'sms' | 'voice'>('sms');
  const wait = useSecondsTo(s.nextCodeAt);
  const ask = useSetupAct(() => api.phoneNumbers.requestCode(s.phoneNumberId, { method, language: spoken[i18n.language] }), done);
  return (
    <Form error={ask.error} run={() => ask.mutate(undefined)}>
      <SegmentedControl aria-label={t('code.how')} value={method} onChange={(v) => setMethod(v as 'sms')} data={[{ value: 'sms', label: t('code.sms') }, { value: 'voice', label: t('code.voice') }]} />
      <Group><Button type="submit" loading={ask.isPending} disabled={wait > 0}>{wait > 0 ? t('code.wait', { time: duration(wait) }) : t('code.ask')}</Button></Group>
    </Form>
  );
}

/** The second step: the digits that came. */
export function EnterCode({ setup: s, done, again }: Props & { again: () => void }) {
  const { t } = useTranslation('onboarding');
  const [code, setCode] = useState('');
  const verify = useSetupAct(() => api.phoneNumbers.verify(s.phoneNumberId, { code }), done);
  return (
    <Form error={verify.error} run={() => verify.mutate(undefined)}>
      <Text size="sm">{s.codeSentAt && t(s.codeMethod === 'voice' ? 'code.called' : 'code.sent', { at: dateTime(s.codeSentAt) })} {t('code.triesLeft', { count: s.codeTriesLeft })}</Text>
      <PinInput length={6} type="number" oneTimeCode aria-label={t('code.code')} getInputProps={(i) => ({ 'aria-label': t('code.digit', { number: i + 1 }) })} value={code} onChange={setCode} dir="ltr" />
      <SandboxCode number={s.number} />
      <Group>
        <Button type="submit" loading={verify.isPending} disabled={code.length < 6}>{t('code.verify')}</Button>
        <Button variant="subtle" onClick={again}>{t('code.another')}</Button>
      </Group>
    </Form>
  );
}

/** In a test workspace the code lies on a simulated phone, where it can be read. */
function SandboxCode({ number }: { number: string }) {
  const { t } = useTranslation('onboarding');
  const me = useMe();
  const read = useMutation({ mutationFn: async () => (await api.sandbox.phone(number)).messages.at(-1)?.text ?? '–', onError: tellError });
  if (me.workspaces.find((w) => w.id === me.workspaceId)?.live !== false || !may(me, 'sandbox:read')) return null;
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>{t('code.sandbox')}</Button>
      <Text size="sm" role="status" dir="auto">{read.data}</Text>
    </Group>
  );
}

/** The third step: a PIN that protects the number from now on. */
export function Register({ setup: s, done }: Props) {
  const { t } = useTranslation('onboarding');
  const [pin, setPin] = useState('');
  const wait = useSecondsTo(s.nextRegistrationAt);
  const register = useSetupAct(() => api.phoneNumbers.register(s.phoneNumberId, { pin }), done);
  return (
    <Form error={register.error} run={() => register.mutate(undefined)}>
      <Text size="sm">{t(s.hasPin ? 'pin.has' : 'pin.choose')}</Text>
      <Alert color="orange">{t('pin.keep')}</Alert>
      <PinInput length={6} type="number" aria-label={t('pin.pin')} getInputProps={(i) => ({ 'aria-label': t('code.digit', { number: i + 1 }) })} value={pin} onChange={setPin} dir="ltr" />
      <Group><Button type="submit" loading={register.isPending} disabled={pin.length < 6 || wait > 0}>{wait > 0 ? t('code.wait', { time: duration(wait) }) : t('pin.register')}</Button></Group>
    </Form>
  );
}
