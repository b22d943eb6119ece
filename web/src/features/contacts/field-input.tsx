import { NumberInput, Select, TextInput, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContactField } from '@service/sdk';
import { day, number } from '../../lib/format';

interface Props {
  field: ContactField;
  value: unknown;
  error?: string | undefined;
  onChange: (value: unknown) => void;
}

/** The input of a custom field, by its type. Null stands for no value. */
export function FieldInput({ field, value, error, onChange }: Props) {
  const { t } = useTranslation('contacts');
  const common = { label: field.label, error };
  const choose = (data: SelectProps['data'], now: string | null, take: (v: string | null) => unknown) =>
    <Select {...common} clearable data={data ?? []} value={now} onChange={(v) => onChange(take(v))} />;
  switch (field.type) {
    case 'boolean':
      return choose([{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }], typeof value === 'boolean' ? String(value) : null, (v) => (v === null ? null : v === 'true'));
    case 'select':
      return choose(field.options ?? [], typeof value === 'string' ? value : null, (v) => v);
    case 'number':
      return <NumberInput {...common} value={typeof value === 'number' ? value : ''} onChange={(v) => onChange(v === '' ? null : Number(v))} />;
    default:
      return (
        <TextInput {...common} dir="auto" type={field.type === 'date' ? 'date' : field.type === 'url' ? 'url' : 'text'} value={typeof value === 'string' ? value : ''}
          onChange={(e) => onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)} />
      );
  }
}

/** A value of a custom field as people read it; empty for none. */
export function showValue(field: ContactField, value: unknown, t: (key: string) => string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (typeof value === 'number') return number(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return field.type === 'date' ? day(`${text}T12:00:00`) : text;
}
