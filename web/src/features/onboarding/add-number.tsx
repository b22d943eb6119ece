import { Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { useAccounts } from './data';

/** Adds a number to a messaging account. */
export function AddNumber({ close, done }: { close: () => void; done: () => void }) {
  const { t } = useTranslation('onboarding');
  const accounts = useAccounts().data ?? [];
  const [account, setAccount] = useState<string | null>(null);
  const [countryCode, setCountryCode] = useState('');
  const [number, setNumber] = useState('');
  const [verifiedName, setName] = useState('');
  const [migrate, setMigrate] = useState(false);
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => api.phoneNumbers.add({ countryCode: countryCode.replace(/^\+/, ''), number, verifiedName: verifiedName.trim() || undefined, migrate: migrate || undefined, messagingAccountId: account ?? undefined })),
    onSuccess: () => {
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t('numbers.add')} label={t('numbers.add')} close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/countryCode', '/number', '/verifiedName', '/messagingAccountId']) ? undefined : save.error}>
      <Text size="sm" className="quiet">{t('numbers.addHint')}</Text>
      {accounts.length > 1 && <Select label={t('accounts.account')} required data={accounts.map((a) => ({ value: a.id, label: a.name }))} value={account} onChange={setAccount} error={fault('/messagingAccountId')} />}
      <Group align="start" wrap="nowrap">
        <TextInput w={120} label={t('numbers.countryCode')} dir="ltr" inputMode="tel" placeholder="+1" required value={countryCode} error={fault('/countryCode')} onChange={(e) => setCountryCode(e.currentTarget.value)} data-autofocus />
        <TextInput className="ob-grow" label={t('numbers.number')} dir="ltr" inputMode="tel" placeholder="650 555 1234" required value={number} error={fault('/number')} onChange={(e) => setNumber(e.currentTarget.value)} />
      </Group>
      <Checkbox label={t('numbers.migrate')} description={t('numbers.migrateHint')} checked={migrate} onChange={(e) => setMigrate(e.currentTarget.checked)} />
      <TextInput label={t('numbers.name')} description={t(migrate ? 'numbers.nameKept' : 'numbers.nameHint')} dir="auto" required={!migrate} minLength={3} value={verifiedName} error={fault('/verifiedName')} onChange={(e) => setName(e.currentTarget.value)} />
    </FormDialog>
  );
}
