import './period.css';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { firstDayOf, presets, type Period } from '../lib/period';
import { DayInput } from './day-input';

const names = ['days7', 'days30', 'days90', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
const first = '2015-01-01';

/** Chooses a period: one that is often wanted, or a first and a last day. */
export function PeriodPicker({ value, onChange, now }: { value: Period; onChange: (period: Period) => void; now: string }) {
  const { t, i18n } = useTranslation();
  const known = presets(now, firstDayOf(i18n.language, navigator.language));
  const same = names.find((n) => known[n]!.from === value.from && known[n]!.to === value.to);
  return (
    <div className="period">
      <Select size="xs" className="period-known" label={t('period.title')} allowDeselect={false} value={same ?? 'own'} onChange={(n) => { if (n && known[n]) onChange(known[n]); }}
        data={[...names.map((n) => ({ value: n, label: t(`period.${n}`) })), ...(same ? [] : [{ value: 'own', label: t('period.own') }])]} />
      <DayInput size="xs" label={t('period.from')} value={value.from} min={first} max={value.to} change={(from) => { if (from) onChange({ ...value, from }); }} />
      <DayInput size="xs" label={t('period.to')} value={value.to} min={value.from} max={now} change={(to) => { if (to) onChange({ ...value, to }); }} />
    </div>
  );
}
