import './period.css';
import { Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { presets, type Period } from '../lib/period';

const names = ['days7', 'days30', 'days90', 'thisMonth', 'lastMonth'] as const;

/** Chooses a period: one that is often wanted, or a first and a last day. */
export function PeriodPicker({ value, onChange, now }: { value: Period; onChange: (period: Period) => void; now: string }) {
  const { t } = useTranslation();
  const known = presets(now);
  const same = names.find((n) => known[n]!.from === value.from && known[n]!.to === value.to);
  return (
    <div className="period">
      <Select size="xs" className="period-known" label={t('period.title')} allowDeselect={false} value={same ?? 'own'} onChange={(n) => { if (n && known[n]) onChange(known[n]); }}
        data={[...names.map((n) => ({ value: n, label: t(`period.${n}`) })), ...(same ? [] : [{ value: 'own', label: t('period.own') }])]} />
      <Day label={t('period.from')} value={value.from} max={value.to} onChange={(from) => onChange({ ...value, from })} />
      <Day label={t('period.to')} value={value.to} min={value.from} max={now} onChange={(to) => onChange({ ...value, to })} />
    </div>
  );
}

/** A day, told when it is one: while a year is typed, it is none of this century. */
function Day({ label, value, min = '2015-01-01', max, onChange }: { label: string; value: string; min?: string; max: string; onChange: (day: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const put = (day: string) => {
    setText(day);
    if (day >= min && day <= max) onChange(day);
  };
  return <TextInput size="xs" type="date" label={label} value={text} min={min} max={max} required={false} onChange={(e) => put(e.currentTarget.value)} onBlur={() => setText(value)} />;
}
