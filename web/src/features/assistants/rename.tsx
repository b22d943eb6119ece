import { MultiSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { usePhoneNumbers } from './data';

/** Changes the name of an assistant and the numbers on which it answers. Both hold at once. */
export function RenameAssistant({ value, close, done }: { value: AssistantDetail; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const phones = usePhoneNumbers();
  const [name, setName] = useState(value.name);
  const [numbers, setNumbers] = useState(value.phoneNumberIds);
  const save = useMutation({
    mutationFn: () => api.assistants.update(value.id, { name, phoneNumberIds: numbers }),
    onSuccess: () => {
      done();
      close();
    },
  });
  return (
    <FormDialog title={t('rename')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/name', '/phoneNumberIds']) ? undefined : save.error}>
      <TextInput label={t('name')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={faultOf(save.error, '/name')} />
      <MultiSelect label={t('numbers')} description={t('numbersHint')} value={numbers} onChange={setNumbers} error={faultOf(save.error, '/phoneNumberIds')} data={phones.map((p) => ({ value: p.id, label: `${p.number} · ${p.verifiedName}` }))} />
    </FormDialog>
  );
}
