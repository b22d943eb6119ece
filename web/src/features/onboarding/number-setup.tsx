import { Alert, Badge, Button, Group, Progress, Stepper, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber, PhoneNumberSetup } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number as count } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { plainly } from './data';
import { DisplayName } from './display-name';
import { AskForCode, EnterCode, Register, useSetupAct } from './number-steps';

/** How far along the way a number is: 0 for the code, 1 for the verification, 2 for the registration, 3 for the end. */
function stepOf(s: PhoneNumberSetup): number {
  if (s.registered) return 3;
  if (s.verification === 'verified') return 2;
  return s.codeSentAt && s.codeTriesLeft > 0 ? 1 : 0;
}

/** One number with the steps that bring it into service. */
export function NumberSetup({ number: n, open: begins }: { number: PhoneNumber; open: boolean }) {
  const { t } = useTranslation('onboarding');
  const [open, setOpen] = useState(begins);
  const setup = useQuery({
    queryKey: ['phone-numbers', n.id, 'setup'], queryFn: () => api.phoneNumbers.setup(n.id),
    refetchInterval: ({ state }) => (state.data?.underWay ? 2000 : false),
  });
  const s = setup.data;
  return (
    <section className="card" aria-label={n.number}>
      <div className="card-head">
        <Group gap="xs"><h3 className="ob-number"><bdi dir="ltr">{n.number}</bdi></h3><Text size="sm" className="quiet" component="bdi">{n.verifiedName}</Text></Group>
        <Group gap="xs">
          {s && <Badge variant="light" tt="none" color={s.registered ? 'brand' : 'orange'}>{t(s.registered ? 'numbers.ready' : `numberStep.${stepOf(s)}`)}</Badge>}
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>{t(open ? 'numbers.hide' : 'numbers.show')}</Button>
        </Group>
      </div>
      {open && (setup.error ? <Trouble error={setup.error} retry={() => void setup.refetch()} /> : !s ? <Loading lines={3} /> : <Steps setup={s} />)}
    </section>
  );
}

function Steps({ setup: s }: { setup: PhoneNumberSetup }) {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const queries = useQueryClient();
  const step = stepOf(s);
  const [again, setAgain] = useState(false);
  const changed = (value: PhoneNumberSetup) => {
    setAgain(false);
    queries.setQueryData(['phone-numbers', s.phoneNumberId, 'setup'], value);
    for (const key of ['phone-numbers', 'onboarding']) void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <>
      <Stepper active={step} size="xs" mb="md" iconSize={26} className="ob-steps">
        {[0, 1, 2].map((i) => <Stepper.Step key={i} label={t(`numberStep.${i}`)} aria-current={i === step ? 'step' : undefined} />)}
      </Stepper>
      {s.nextAction && <div className="ob-next"><Text size="xs" fw={600} className="quiet">{t('next')}</Text><Text size="sm">{plainly(s.nextAction)}</Text></div>}
      {s.onApp && !s.registered && <Alert color="orange" mb="sm">{t('numbers.onApp')}</Alert>}
      {writes && !s.underWay && (
        <>
          {(step === 0 || again) && <AskForCode setup={s} done={changed} />}
          {step === 1 && !again && <EnterCode setup={s} done={changed} again={() => setAgain(true)} />}
          {step === 2 && <Register setup={s} done={changed} />}
        </>
      )}
      {step === 3 && <Text size="sm" mb="sm">{t('numbers.done')}</Text>}
      {s.appHistory && <History setup={s} done={changed} writes={writes} />}
      <DisplayName setup={s} done={changed} writes={writes} />
      <Text size="xs" className="quiet" mt="sm">{t('numbers.left', { count: s.registrationsLeft, n: count(s.registrationsLeft) })}</Text>
    </>
  );
}

/** What has come of the contacts and messages in the provider's app. */
function History({ setup: s, done, writes }: { setup: PhoneNumberSetup; done: (value: PhoneNumberSetup) => void; writes: boolean }) {
  const { t } = useTranslation('onboarding');
  const ask = useSetupAct(() => api.phoneNumbers.requestHistory(s.phoneNumberId), done);
  const h = s.appHistory!;
  return (
    <div className="ob-next">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('history.title')} {t(`history.${h.state}`)} {h.reason}</Text>
        {writes && ['open', 'refused'].includes(h.state) && <Button size="xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>{t('history.ask')}</Button>}
      </Group>
      {['asked', 'arriving'].includes(h.state) && <Progress value={h.progress} mt="xs" aria-label={t('history.title')} />}
    </div>
  );
}
