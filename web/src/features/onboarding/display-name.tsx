import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneNumberSetup } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { dateTime } from '../../lib/format';
import { useSetupAct } from './number-steps';

/** The name that contacts see, and the one that was asked for. */
export function DisplayName({ setup: s, done, writes }: { setup: PhoneNumberSetup; done: (value: PhoneNumberSetup) => void; writes: boolean }) {
  const { t } = useTranslation('onboarding');
  const [asking, setAsking] = useState(false);
  const { current, requested, status, reason, nextChangeAt } = s.displayName;
  return (
    <>
      <LabelledValue label={t('name.current')}><bdi>{current}</bdi></LabelledValue>
      {requested && <LabelledValue label={t('name.requested')}><bdi>{requested}</bdi>{status && ` · ${t(`nameStatus.${status}`)}`}{reason && <Text size="xs" className="quiet">{reason}</Text>}</LabelledValue>}
      {writes && (
        <Group justify="end">
          {nextChangeAt ? <Text size="xs" className="quiet">{t('name.next', { at: dateTime(nextChangeAt) })}</Text> : <Button size="xs" variant="default" onClick={() => setAsking(true)}>{t('name.change')}</Button>}
        </Group>
      )}
      {asking && <AskForName setup={s} done={done} close={() => setAsking(false)} />}
    </>
  );
}

function AskForName({ setup: s, done, close }: { setup: PhoneNumberSetup; done: (value: PhoneNumberSetup) => void; close: () => void }) {
  const { t } = useTranslation('onboarding');
  const [displayName, setName] = useState(s.displayName.current);
  const ask = useSetupAct(() => api.phoneNumbers.requestName(s.phoneNumberId, { displayName: displayName.trim() }), (value) => {
    done(value);
    close();
  });
  return (
    <FormDialog title={t('name.change')} close={close} pending={ask.isPending} save={() => ask.mutate(undefined)} error={isAtFields(ask.error, ['/displayName']) ? undefined : ask.error}>
      <TextInput label={t('numbers.name')} description={t('numbers.nameHint')} dir="auto" required minLength={3} value={displayName} error={faultOf(ask.error, '/displayName')} onChange={(e) => setName(e.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}
