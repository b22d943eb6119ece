import { ActionIcon, Group, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import './week-hours.css';

export const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of a day of the week, in local times such as 09:00. */
export interface WeekHours {
  day: string;
  from: string;
  to: string;
}

/** The name of a day of the week; Monday is 0. */
export const dayName = (language: string, index: number, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)); // the first of 2024 was a Monday

/** Fields for times know no 24:00: the end of a day is 00:00 there. */
const shown = (time: string) => (time === '24:00' ? '00:00' : time);
const meant = (time: string) => (time === '00:00' ? '24:00' : time);

/** Hours of the week, day by day. A day can have several, or none. */
export function WeekHoursInput({ value, onChange, error }: { value: readonly WeekHours[]; onChange: (hours: WeekHours[]) => void; error?: string }) {
  const { t, i18n } = useTranslation();
  const put = (at: number, change: Partial<WeekHours>) => onChange(value.map((h, i) => (i === at ? { ...h, ...change } : h)));
  return (
    <div className="week-hours">
      {days.map((day, index) => {
        const name = dayName(i18n.language, index);
        const own = value.map((h, at) => ({ ...h, at })).filter((h) => h.day === day);
        return (
          <div key={day} className="week-day" role="group" aria-label={name}>
            <Text size="sm" fw={500} className="week-name">{name}</Text>
            <Group gap="xs" className="week-spans">
              {own.length === 0 && <Text size="sm" className="quiet">{t('hours.closed')}</Text>}
              {own.map((h) => (
                <Group key={h.at} gap={4} wrap="nowrap">
                  <TextInput size="xs" type="time" required aria-label={t('hours.from', { day: name })} value={shown(h.from)} onChange={(e) => put(h.at, { from: e.currentTarget.value })} />
                  <span aria-hidden>–</span>
                  <TextInput size="xs" type="time" required aria-label={t('hours.to', { day: name })} value={shown(h.to)} onChange={(e) => put(h.at, { to: meant(e.currentTarget.value) })} />
                  <ActionIcon variant="subtle" color="gray" aria-label={t('hours.remove', { day: name, from: h.from, to: h.to })} onClick={() => onChange(value.filter((_, i) => i !== h.at))}><IconX size={15} /></ActionIcon>
                </Group>
              ))}
            </Group>
            <ActionIcon variant="subtle" aria-label={t('hours.add', { day: name })} title={t('hours.add', { day: name })} onClick={() => onChange([...value, { day, from: '09:00', to: '17:00' }])}><IconPlus size={16} /></ActionIcon>
          </div>
        );
      })}
      {error && <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>{error}</Text>}
    </div>
  );
}

/** The time zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function TimeZoneInput({ value, onChange, error }: { value: string; onChange: (zone: string) => void; error?: string }) {
  const { t } = useTranslation();
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value])].filter(Boolean);
  return <Select label={t('hours.timeZone')} data={zones} value={value} searchable limit={60} allowDeselect={false} error={error} onChange={(v) => v && onChange(v)} />;
}

/** Hours of the week in a line: "Mon–Fri 09:00–17:00". */
export function hoursInWords(language: string, hours: readonly WeekHours[]): string {
  const byDay = days.map((day) => hours.filter((h) => h.day === day).map((h) => `${h.from}–${h.to}`).sort().join(', '));
  const lines: string[] = [];
  for (let i = 0; i < 7; i++) {
    if (!byDay[i]) continue;
    let last = i;
    while (last < 6 && byDay[last + 1] === byDay[i]) last++;
    lines.push(`${dayName(language, i, 'short')}${last > i ? `–${dayName(language, last, 'short')}` : ''} ${byDay[i]}`);
    i = last;
  }
  return lines.join('; ');
}
