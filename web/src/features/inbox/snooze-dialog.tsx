import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';

/** Asks until when a conversation sleeps. */
export default function SnoozeDialog({ now, close, snooze }: { now: Date; close: () => void; snooze: (until: Date) => void }) {
  const { t } = useTranslation('inbox');
  const [at, setAt] = useState('');
  const [late, setLate] = useState(false);
  const save = () => {
    const until = new Date(at);
    if (!(until.getTime() > now.getTime())) return setLate(true);
    close();
    snooze(until);
  };
  return (
    <FormDialog title={t('snooze')} label={t('snooze')} close={close} save={save} pending={false} size="xs">
      <TextInput type="datetime-local" label={t('snoozeAt')} value={at} required data-autofocus error={late && t('snoozeLate')}
        onChange={(e) => { setAt(e.currentTarget.value); setLate(false); }} />
    </FormDialog>
  );
}
