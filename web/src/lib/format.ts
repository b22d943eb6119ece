import i18next from 'i18next';

const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>();

function keep<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const name = `${i18next.language} ${key}`;
  let format = kept.get(name) as T | undefined;
  if (!format) kept.set(name, (format = make()));
  return format;
}

const dates = (options: Intl.DateTimeFormatOptions) =>
  keep(JSON.stringify(options), () => new Intl.DateTimeFormat(i18next.language, options));

export const time = (at: string | Date) => dates({ timeStyle: 'short' }).format(new Date(at));
export const day = (at: string | Date) => dates({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at));
/** A moment, by the clock of this browser or of a time zone. */
export const dateTime = (at: string | Date, timeZone?: string) => dates({ dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) }).format(new Date(at));
/** A day of the API, such as 2026-11-01, in the words that are asked for; the same day wherever one is. */
export const dayText = (day: string, options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }) => dates(options).format(new Date(`${day}T12:00:00`));
export const weekday = (at: string | Date) => dates({ weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(at));

/** A time to come: the hour if that is today, the weekday within the next six days, else the date. */
export function upcoming(at: string | Date, now: Date): string {
  const d = new Date(at);
  const hour = { hour: 'numeric', minute: '2-digit' } as const;
  const days = Math.round((Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / 86_400_000);
  if (days === 0) return dates(hour).format(d);
  if (days > 0 && days < 7) return dates({ weekday: 'short', ...hour }).format(d);
  return dates({ weekday: 'short', day: 'numeric', month: 'short', ...(d.getFullYear() !== now.getFullYear() && { year: 'numeric' }), ...hour }).format(d);
}

export const number = (n: number) => keep('n', () => new Intl.NumberFormat(i18next.language)).format(n);
export const percent = (share: number) =>
  keep('%', () => new Intl.NumberFormat(i18next.language, { style: 'percent', maximumFractionDigits: 1 })).format(share);

export const milliseconds = (n: number) => keep('ms', () => new Intl.NumberFormat(i18next.language, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })).format(n);

/** An amount of the API, a decimal string, with its currency. Fractions of a cent are kept. */
export function money(amount: string, currency: string): string {
  const fraction = amount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const text = keep(`${currency}${fraction}`, () => {
    const style = { style: 'currency', currency } as const;
    const places = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2; // none for JPY, three for KWD
    return new Intl.NumberFormat(i18next.language, { ...style, minimumFractionDigits: places, maximumFractionDigits: Math.max(places, fraction) });
  }).format(amount as unknown as number); // strings are formatted exactly
  return text.replace(/(\p{L})(\p{Sc})/gu, '$1$2\u200e'); // else US$ is shown as $US among words from right to left
}

/** The hour of today, else the day. */
export function when(at: string): string {
  const d = new Date(at);
  const now = new Date();
  if (d.toDateString() === now.toDateString()) return time(d);
  return d.getFullYear() === now.getFullYear() ? dates({ day: 'numeric', month: 'short' }).format(d) : day(d);
}

/** How long something lasts, in the two largest units: "1 h 5 min". */
export function duration(seconds: number): string {
  const parts: [number, 'day' | 'hour' | 'minute' | 'second'][] = [
    [Math.floor(seconds / 86400), 'day'], [Math.floor(seconds / 3600) % 24, 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [Math.floor(seconds) % 60, 'second'],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  const upTo = first === 2 && parts[2]![0] >= 5 ? 3 : first + 2; // seconds say nothing beside five minutes
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, upTo).filter(([n], i) => n > 0 || i === 0);
  return shown.map(([n, unit]) => keep(unit, () => new Intl.NumberFormat(i18next.language, { style: 'unit', unit, unitDisplay: 'short' })).format(n)).join(' ');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit in which they are easily read. */
export function bytes(n: number): string {
  let unit = 0;
  for (; n >= 1000 && unit < units.length - 1; unit++) n /= 1000;
  const digits = n < 10 && unit > 0 ? 1 : 0;
  return keep(`${units[unit]} ${digits}`, () => new Intl.NumberFormat(i18next.language, { style: 'unit', unit: units[unit], unitDisplay: 'short', maximumFractionDigits: digits })).format(n);
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter((w) => /\p{L}|\p{N}/u.test(w));
  return ([...(words[0] ?? '?')][0]! + ([...(words.length > 1 ? words.at(-1)! : '')][0] ?? '')).toUpperCase();
}
