import type { BookedCharge, ChargeSum } from '@service/sdk';
import { addDecimals } from '../../lib/decimal';

export interface Total extends Omit<ChargeSum, 'key'> {}

/** What rows add up to, by currency; the one with the most charges first. */
export function totalsOf(rows: readonly ChargeSum[]): Total[] {
  const totals = new Map<string | null, Total>();
  for (const { currency, count, free, unpriced, amount, markup } of rows) {
    const sum = totals.get(currency) ?? { currency, count: 0, free: 0, unpriced: 0, amount: '0', markup: '0' };
    totals.set(currency, {
      currency, count: sum.count + count, free: sum.free + free, unpriced: sum.unpriced + unpriced,
      amount: addDecimals(sum.amount, amount), markup: addDecimals(sum.markup, markup),
    });
  }
  return [...totals.values()].sort((a, b) => b.count - a.count);
}

/** The card that priced a charge and the day of the price. */
export function cardOf({ rateCard }: Pick<BookedCharge, 'rateCard'>): { id: string; day: string } | undefined {
  const [id = '', day = ''] = rateCard?.split(' ') ?? [];
  return id ? { id, day } : undefined;
}
