import { Button, Group, Modal, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictError } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { useContactFields } from './data';
import { faultsByName } from '../../lib/faults';
import { FieldInput } from './field-input';
import { useKnownTags } from './filters';

/** Makes a contact. If there is one with this number already, it leads there. */
export function CreateContact({ opened, close, created }: { opened: boolean; close: () => void; created: (id: string) => void }) {
  const { t } = useTranslation('contacts');
  return <Modal opened={opened} onClose={close} title={t('create.title')}><Form close={close} created={created} /></Modal>;
}

function Form({ close, created }: { close: () => void; created: (id: string) => void }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const known = useKnownTags();
  const custom = useContactFields();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [fields, setFields] = useState<Record<string, unknown>>({});
  const make = useMutation({
    mutationFn: () => api.contacts.create({ phone: phone.trim(), name: name.trim() || undefined, tags, fields }),
    onSuccess: (contact) => created(contact.id),
  });
  const faults = faultsByName(make.error);
  const taken = make.error instanceof ConflictError;
  const there = useQuery({
    queryKey: ['contacts', 'by-phone', phone.trim()], enabled: taken,
    queryFn: async () => (await api.contacts.list({ phone: phone.trim() }).page()).data[0] ?? null,
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput data-autofocus required type="tel" dir="ltr" label={t('field.phone')} placeholder="+14155550123" value={phone} error={faults.phone}
          onChange={(e) => setPhone(e.currentTarget.value)} />
        <TextInput label={t('field.name')} value={name} error={faults.name} onChange={(e) => setName(e.currentTarget.value)} dir="auto" />
        <TagsInput label={t('field.tags')} data={known} value={tags} onChange={setTags} error={faults.tags} />
        {custom.data?.map((field) => (
          <FieldInput key={field.id} field={field} value={fields[field.key]} error={faults[field.key]} onChange={(value) => setFields({ ...fields, [field.key]: value ?? undefined })} />
        ))}
        {make.error && Object.keys(faults).length === 0 && <Text size="sm" c="red" role="alert">{explain(make.error)}</Text>}
        {taken && there.data && <Button variant="light" onClick={() => there.data && created(there.data.id)}>{t('create.openExisting')}</Button>}
        <Group justify="end">
          <Button variant="default" onClick={close}>{shared('action.cancel')}</Button>
          <Button type="submit" loading={make.isPending}>{shared('action.create')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
