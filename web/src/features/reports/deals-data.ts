import type { Bridge } from '@service/sdk';

/** How the API calls a currency in a filter: deals without an amount have none. */
export const currencyKey = (currency: string | null): string => currency ?? 'none';

/** The end of a day, or now where it is not over. */
export function endOf(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  return end < new Date() ? end : undefined;
}

type Line = Bridge['currencies'][number];

/** Where a part of a bridge begins and ends: each goes on from where the one before ended. */
export interface Span {
  part: string;
  count: number;
  amount: string;
  low: number;
  high: number;
  /** Whether it is a level and no step: the start and the end. */
  level: boolean;
}

/** A bridge as spans for a chart, from what there was at the start to what there is at the end. */
export function spansOf({ start, parts, end }: Line): Span[] {
  const level = (part: string, { deals, amount }: Line['start']): Span => ({ part, count: deals, amount, low: Math.min(0, Number(amount)), high: Math.max(0, Number(amount)), level: true });
  let at = Number(start.amount);
  const steps = parts.map(({ part, count, amount }): Span => {
    const before = at;
    at += Number(amount);
    return { part, count, amount, low: Math.min(before, at), high: Math.max(before, at), level: false };
  });
  return [level('start', start), ...steps, level('end', end)];
}

/** The currency of most of what happened or is there comes first; deals without an amount last. */
export const ordered = (lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => Number(a.currency === null) - Number(b.currency === null) || movesOf(b) - movesOf(a));

const movesOf = (l: Line) => l.start.deals + l.end.deals + l.parts.reduce((sum, p) => sum + p.count, 0);
