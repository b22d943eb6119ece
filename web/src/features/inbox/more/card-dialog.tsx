import { Group, Loader, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/dialogs';
import { api } from '../../../lib/api';
import { explain } from '../../../lib/errors';
import { may, useMe } from '../../../lib/session';
import { cardOf, type DialogProps } from './content';

const nobody = { firstName: '', lastName: '', phone: '', email: '', company: '' };

/** Sends the card of a person: of one that is known here, or written by hand. */
export default function CardDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const knows = may(useMe(), 'contacts:read');
  const [form, setForm] = useState(nobody);
  const card = cardOf(form);
  const field = (key: keyof typeof nobody) => ({ label: t(`card.${key}`), value: form[key], onChange: (e: { currentTarget: { value: string } }) => setForm({ ...form, [key]: e.currentTarget.value }) });
  const save = () => {
    if (!card.name.formattedName) return;
    send({ type: 'contacts', contacts: [card] }, `👤 ${card.name.formattedName}`);
    close();
  };
  return (
    <FormDialog title={t('card.open')} label={t('inbox:send')} close={close} save={save} pending={false}>
      {knows && <Known take={(name, phone) => {
        const [firstName = '', ...rest] = name.trim().split(/\s+/);
        setForm({ ...nobody, firstName, lastName: rest.join(' '), phone });
      }} />}
      <Group grow align="start">
        <TextInput {...field('firstName')} required dir="auto" maxLength={200} data-autofocus={!knows || undefined} />
        <TextInput {...field('lastName')} dir="auto" maxLength={200} />
      </Group>
      <TextInput {...field('phone')} type="tel" dir="ltr" maxLength={40} description={t('card.phoneHint')} />
      <TextInput {...field('email')} type="email" dir="ltr" maxLength={200} />
      <TextInput {...field('company')} dir="auto" maxLength={200} />
    </FormDialog>
  );
}

/** Finds a contact to begin the card from. */
function Known({ take }: { take: (name: string, phone: string) => void }) {
  const { t } = useTranslation('inbox/more');
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 250);
  const found = useQuery({
    queryKey: ['contacts', 'card', q],
    queryFn: async ({ signal }) => (await api.contacts.list({ q, limit: 8 }, { signal }).page()).data,
    enabled: q.length > 1, staleTime: 30_000, placeholderData: (before) => before,
  });
  const data = (found.data ?? []).map((c) => ({ value: c.id, label: [c.name, c.phone].filter(Boolean).join(' · ') || c.id }));
  return (
    <Select
      label={t('card.known')} placeholder={t('card.find')} searchable clearable data-autofocus data={data} filter={({ options }) => options} searchValue={text} onSearchChange={setText}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined} error={found.error && explain(found.error)} nothingFoundMessage={q.length > 1 && found.isSuccess ? t('card.none') : undefined}
      onChange={(id) => {
        const c = found.data?.find((x) => x.id === id);
        if (c) take(c.name ?? '', c.phone ?? '');
      }}
    />
  );
}
