/** Days as the API has them, such as 2026-11-01; both are included. */
export interface Period {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const isDay = (text: string | undefined): text is string => /^20\d\d-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(startOf(text!));

/** The day that it is in UTC, as the ledger of charges counts. */
export const utcToday = (): string => new Date().toISOString().slice(0, 10);

/** The day that it is here. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export const plusDays = (day: string, days: number): string => new Date(startOf(day) + days * dayMs).toISOString().slice(0, 10);

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period): number => Math.round((startOf(to) - startOf(from)) / dayMs) + 1;

/** Every day of a period. */
export const daysOf = (period: Period): string[] => Array.from({ length: Math.max(lengthOf(period), 0) }, (_, i) => plusDays(period.from, i));

/** The period of the same length just before. */
export const before = (period: Period): Period => ({ from: plusDays(period.from, -lengthOf(period)), to: plusDays(period.from, -1) });

/** The last days up to one of them. */
export const lastDays = (days: number, to: string): Period => ({ from: plusDays(to, 1 - days), to });

/** The period that the address names, else the last days. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, days: number, now: string): Period {
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  return lastDays(days, now);
}

/** The day on which weeks begin where this language is spoken, in the region of the browser if it has the same: 1 is Monday, 7 is Sunday. */
export function firstDayOf(language: string, here = language): number {
  const own = new Intl.Locale(here);
  const locale = (own.language === new Intl.Locale(language).language ? own : new Intl.Locale(language)) as Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Periods that people often want, by their names. */
export function presets(now: string, firstDay = 1): Record<string, Period> {
  const month = `${now.slice(0, 8)}01`;
  const end = plusDays(month, -1);
  const week = plusDays(now, -((new Date(startOf(now)).getUTCDay() - firstDay + 7) % 7)); // its first day
  return { days7: lastDays(7, now), days30: lastDays(30, now), days90: lastDays(90, now), lastWeek: { from: plusDays(week, -7), to: plusDays(week, -1) }, thisMonth: { from: month, to: now }, lastMonth: { from: `${end.slice(0, 8)}01`, to: end } };
}
