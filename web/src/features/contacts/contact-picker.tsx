import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, useFoundContacts } from './data';

/** Chooses a contact by the beginning of its name or number. */
export function ContactPicker({ label, value, without, onChange }: { label: string; value: string; without?: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('contacts');
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const found = useFoundContacts(wanted);
  const data = (found.data ?? []).filter((c) => c.id !== without).map((c) => ({ value: c.id, label: c.phone && c.name ? `${c.name} · ${c.phone}` : nameOf(c) }));
  return (
    <Select searchable label={label} placeholder={t('filter.search')} data={data} filter={({ options }) => options} value={value || null}
      searchValue={text} onSearchChange={setText} nothingFoundMessage={t('empty.found')} onChange={(id) => onChange(id ?? '')} />
  );
}
