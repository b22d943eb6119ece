import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { usePhoneNumbers, useProviders } from './data';

/** A new assistant. It asks every AI provider in their order, until somebody chooses. */
export function CreateAssistant({ close, done }: { close: () => void; done: (id: string) => void }) {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const providers = useProviders();
  const phones = usePhoneNumbers();
  const [name, setName] = useState('');
  const [instructions, setInstructions] = useState('');
  const [numbers, setNumbers] = useState<string[]>([]);
  const create = useMutation({
    mutationFn: () => api.assistants.create({ name, phoneNumberIds: numbers, config: { instructions, providerIds: providers.data?.map((p) => p.id) ?? [] } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['assistants'] });
      done(id);
    },
  });
  const fault = (pointer: string) => faultOf(create.error, pointer);
  return (
    <FormDialog title={t('create')} label={t('createDo')} size="lg" close={close} pending={create.isPending} save={() => create.mutate()}
      error={isAtFields(create.error, ['/name', '/config/instructions', '/phoneNumberIds']) ? undefined : create.error}>
      <TextInput label={t('name')} placeholder={t('namePlaceholder')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <Textarea label={t('words.instructions')} description={t('words.instructionsHint')} autosize minRows={5} maxRows={14} dir="auto" value={instructions} onChange={(e) => setInstructions(e.currentTarget.value)} error={fault('/config/instructions')} />
      <MultiSelect label={t('numbers')} description={t('numbersHint')} value={numbers} onChange={setNumbers} error={fault('/phoneNumberIds')} data={phones.map((p) => ({ value: p.id, label: `${p.number} · ${p.verifiedName}` }))} />
    </FormDialog>
  );
}
