import '@mantine/charts/styles.css';
import { BarChart, DonutChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { ChargeSum } from '@service/sdk';
import { dayText, number } from '../../lib/format';
import { daysOf, type Period } from '../../lib/period';
import { useNameOf, worth } from './data';

type What = 'amount' | 'count';
interface Shown { what: What; currency: string | null }

const colors: Record<string, string> = { marketing: 'grape.6', utility: 'blue.6', authentication: 'orange.6', service: 'brand.5' };
const valueOf = (row: ChargeSum, what: What) => (what === 'amount' ? Number(row.amount) : row.count);
const format = (value: number, { what, currency }: Shown) => (what === 'count' ? number(value) : worth(String(Math.round(value * 1e6) / 1e6), currency) ?? '');

/** What each day cost, also those without charges. The same numbers stand in the break-down and the export. */
export function Days({ period, days, ...shown }: Shown & { period: Period; days: readonly ChargeSum[] }) {
  const { t } = useTranslation('charges');
  const known = new Map(days.map((d) => [d.key, valueOf(d, shown.what)]));
  const data = daysOf(period).map((day) => ({ day: dayText(day, { day: 'numeric', month: 'short' }), value: known.get(day) ?? 0 }));
  // Where all is 0 there is no scale: one that is made up would show amounts that nobody paid.
  const scale = data.some((d) => d.value !== 0) ? {} : { domain: [0, 1], ticks: [0] };
  return (
    <div aria-hidden dir="ltr">
      <BarChart h={280} data={data} dataKey="day" valueFormatter={(v) => format(v, shown)} yAxisProps={{ width: 80, allowDecimals: shown.what === 'amount', ...scale }} xAxisProps={{ minTickGap: 18 }} maxBarWidth={36}
        barChartProps={{ accessibilityLayer: false }} series={[{ name: 'value', label: t(`column.${shown.what}`), color: 'brand.6' }]} />
    </div>
  );
}

/** The share of each category, in a ring with its legend. */
export function Categories({ rows, ...shown }: Shown & { rows: readonly ChargeSum[] }) {
  const nameOf = useNameOf();
  const cells = rows.map((r) => ({ name: nameOf('category', r.key), value: Math.max(valueOf(r, shown.what), 0), color: colors[r.key] ?? 'gray.6' })).sort((a, b) => b.value - a.value);
  return (
    <>
      <div aria-hidden dir="ltr">
        <DonutChart mx="auto" size={160} thickness={24} data={cells.filter((c) => c.value > 0)} valueFormatter={(v) => format(v, shown)} tooltipDataSource="segment" accessibilityLayer={false} pieProps={{ rootTabIndex: -1 }} />
      </div>
      <ul className="ch-legend">
        {cells.map((c) => (
          <li key={c.name}><i style={{ background: `var(--mantine-color-${c.color.replace('.', '-')})` }} aria-hidden /><span>{c.name}</span><span className="amount">{format(c.value, shown)}</span></li>
        ))}
      </ul>
    </>
  );
}
