import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deal, DealField } from '@service/sdk';
import { api } from '../../lib/api';
import { may, useMe } from '../../lib/session';
import { useContactName, useDealFields, usePeople } from './data';

/** What a deal says, as a form has it. Empty texts stand for nothing. */
export interface Draft {
  title: string;
  amount: string;
  currency: string;
  ownerId: string;
  contactId: string;
  expectedCloseOn: string;
  forecastCategory: string;
  fields: Record<string, unknown>;
}

export const draftOf = (deal: Deal): Draft => ({
  title: deal.title, amount: deal.amount ?? '', currency: deal.currency ?? '', ownerId: deal.ownerId, contactId: deal.contactId, expectedCloseOn: deal.expectedCloseOn ?? '',
  forecastCategory: deal.forecastCategorySource === 'manual' ? deal.forecastCategory : '', fields: deal.fields,
});

export const categories = ['omitted', 'pipeline', 'best_case', 'most_likely', 'commit', 'closed'] as const;

interface Props {
  draft: Draft;
  change: (draft: Draft) => void;
  faults: Record<string, string>;
  readOnly?: boolean;
  /** Lines make the amount: nobody sets it. */
  amountOfLines?: boolean;
  /** Shown where the draft names no currency. */
  currency: string;
}

/** The inputs of a deal. */
export function DealInputs({ draft, change, faults, readOnly, amountOfLines, currency }: Props) {
  const { t } = useTranslation('deals');
  const people = usePeople();
  const custom = useDealFields();
  const put = (more: Partial<Draft>) => change({ ...draft, ...more });
  const owners = people.map((p) => ({ value: p.id, label: p.name }));
  if (draft.ownerId && !people.some((p) => p.id === draft.ownerId)) owners.push({ value: draft.ownerId, label: t('somebody') });
  return (
    <>
      <TextInput required label={t('field.title')} dir="auto" data-autofocus value={draft.title} error={faults.title} readOnly={readOnly} onChange={(e) => put({ title: e.currentTarget.value })} />
      <Group align="start" wrap="nowrap" gap="xs">
        <TextInput style={{ flex: 1 }} label={t('field.amount')} inputMode="decimal" dir="ltr" value={draft.amount} error={faults.amount} readOnly={readOnly || amountOfLines}
          description={amountOfLines ? t('ofLines') : undefined} onChange={(e) => put({ amount: e.currentTarget.value.trim() })} />
        <TextInput w={90} label={t('field.currency')} maxLength={3} dir="ltr" placeholder={currency} value={draft.currency} error={faults.currency} readOnly={readOnly} onChange={(e) => put({ currency: e.currentTarget.value.trim().toUpperCase() })} />
      </Group>
      <ContactSelect value={draft.contactId} readOnly={readOnly} error={faults.contactId} change={(contactId) => put({ contactId })} />
      <Select label={t('field.owner')} clearable searchable data={owners} value={draft.ownerId || null} readOnly={readOnly} error={faults.ownerId} onChange={(id) => put({ ownerId: id ?? '' })} />
      <TextInput type="date" label={t('field.expectedCloseOn')} value={draft.expectedCloseOn} error={faults.expectedCloseOn} readOnly={readOnly} onChange={(e) => put({ expectedCloseOn: e.currentTarget.value })} />
      <Select label={t('field.forecastCategory')} clearable placeholder={t('ofStage')} value={draft.forecastCategory || null} error={faults.forecastCategory} readOnly={readOnly}
        data={categories.map((value) => ({ value, label: t(`category.${value}`) }))} onChange={(v) => put({ forecastCategory: v ?? '' })} />
      {custom.data?.map((f) => (
        <CustomInput key={f.id} field={f} value={draft.fields[f.key]} error={faults[f.key]} readOnly={readOnly} change={(value) => put({ fields: { ...draft.fields, [f.key]: value } })} />
      ))}
    </>
  );
}

function ContactSelect({ value, readOnly, error, change }: { value: string; readOnly?: boolean | undefined; error?: string | undefined; change: (id: string) => void }) {
  const { t } = useTranslation('deals');
  const me = useMe();
  const name = useContactName(value);
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    queryKey: ['deals', 'contact', 'find', wanted === name ? '' : wanted], enabled: may(me, 'contacts:read'), staleTime: 30_000,
    queryFn: async ({ signal }) => (await api.contacts.list({ q: wanted === name ? undefined : wanted || undefined, limit: 20 }, { signal }).page()).data,
  });
  if (!may(me, 'contacts:read')) return null;
  const data = (found.data ?? []).map((c) => ({ value: c.id, label: c.name || c.phone || c.id }));
  if (value && !data.some((d) => d.value === value)) data.unshift({ value, label: name || '…' });
  return (
    <Select label={t('field.contact')} searchable clearable readOnly={readOnly} error={error} data={data} filter={({ options }) => options} value={value || null}
      searchValue={text} onSearchChange={setText} onChange={(id) => change(id ?? '')} nothingFoundMessage={t('nobody')} />
  );
}

function CustomInput({ field, value, error, readOnly, change }: { field: DealField; value: unknown; error?: string | undefined; readOnly?: boolean | undefined; change: (value: unknown) => void }) {
  const { t } = useTranslation('deals');
  const common = { label: field.label, error, readOnly };
  if (field.type === 'number') return <NumberInput {...common} value={typeof value === 'number' ? value : ''} onChange={(v) => change(v === '' ? null : Number(v))} />;
  if (field.type === 'select') return <Select {...common} clearable data={field.options ?? []} value={typeof value === 'string' ? value : null} onChange={change} />;
  if (field.type === 'boolean') {
    return <Select {...common} clearable data={[{ value: 'true', label: t('yes') }, { value: 'false', label: t('no') }]} value={typeof value === 'boolean' ? String(value) : null} onChange={(v) => change(v === null ? null : v === 'true')} />;
  }
  return <TextInput {...common} dir="auto" type={field.type === 'date' || field.type === 'url' ? field.type : 'text'} value={typeof value === 'string' ? value : ''} onChange={(e) => change(e.currentTarget.value || null)} />;
}
