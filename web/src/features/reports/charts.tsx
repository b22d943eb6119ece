import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { FiguresReport, WaitingReport } from '@service/sdk';
import { dayText, number } from '../../lib/format';
import { took, usePartName } from './data';

const colors = ['brand.6', 'blue.6', 'grape.6', 'orange.6', 'pink.6', 'cyan.6', 'lime.7', 'indigo.5', 'yellow.6', 'gray.6'];
const mostParts = 9; // the rest is one colour
const short = (day: string) => dayText(day, { day: 'numeric', month: 'short' });
const frame = { h: 280, dataKey: 'day', xAxisProps: { minTickGap: 18 }, withLegend: true } as const;

/** The series of the largest parts, and one for the rest of them. */
function useSeries(parts: readonly string[], name: (part: string) => string): { name: string; label: string; color: string }[] {
  const { t } = useTranslation('reports');
  const shown = parts.slice(0, parts.length > mostParts + 1 ? mostParts : parts.length).map((p, i) => ({ name: p, label: name(p), color: colors[i] ?? 'gray.6' }));
  return shown.length < parts.length ? [...shown, { name: 'rest', label: t('rest'), color: 'gray.6' }] : shown;
}

function valuesOf(series: readonly { name: string }[], parts: readonly (readonly [string, number])[]): Record<string, number> {
  const values: Record<string, number> = Object.fromEntries(series.map((s) => [s.name, 0]));
  for (const [part, n] of parts) {
    const name = part in values ? part : 'rest';
    values[name] = (values[name] ?? 0) + n;
  }
  return values;
}

/** How many there were on each day, by parts. The table of days says the same. */
export function Counts({ report }: { report: FiguresReport }) {
  const series = useSeries(report.parts.map((p) => p.part), usePartName(report.report));
  const data = report.days.map((d) => ({ day: short(d.date), ...valuesOf(series, d.parts.map((p) => [p.part, p.count] as const)) }));
  return <div aria-hidden dir="ltr"><BarChart {...frame} type="stacked" data={data} series={series} valueFormatter={number} yAxisProps={{ allowDecimals: false }} maxBarWidth={44} barChartProps={{ accessibilityLayer: false }} /></div>;
}

/** How long it took on each day. A day without any has no point. */
export function Times({ report, office }: { report: FiguresReport; office: boolean }) {
  const { t } = useTranslation('reports');
  const data = report.days.map((d) => {
    const times = d.count > 0 ? (office ? d.officeTimes : d.times) : undefined;
    return { day: short(d.date), p50Ms: times?.p50Ms ?? null, p90Ms: times?.p90Ms ?? null };
  });
  return (
    <div aria-hidden dir="ltr">
      <LineChart {...frame} data={data} curveType="linear" connectNulls valueFormatter={took} yAxisProps={{ width: 110 }} lineChartProps={{ accessibilityLayer: false }}
        series={[{ name: 'p50Ms', label: t('time.p50Ms'), color: 'brand.6' }, { name: 'p90Ms', label: t('time.p90Ms'), color: 'grape.6' }]} />
    </div>
  );
}

/** How long contacts waited on each day, by why. */
export function Waits({ report }: { report: WaitingReport }) {
  const { t } = useTranslation('reports');
  const series = useSeries(report.causes.map((c) => c.cause), (c) => t(`cause.${c}`));
  const data = report.days.map((d) => ({ day: short(d.date), ...valuesOf(series, d.causes.map((c) => [c.cause, c.waitedMs] as const)) }));
  return <div aria-hidden dir="ltr"><BarChart {...frame} type="stacked" data={data} series={series} valueFormatter={took} yAxisProps={{ width: 110 }} maxBarWidth={44} barChartProps={{ accessibilityLayer: false }} /></div>;
}

/** How a number went, without its axes. It cannot be reached by the keyboard: it is within a link. */
export function Spark({ data }: { data: number[] }) {
  return (
    <div aria-hidden dir="ltr">
      <AreaChart h={44} data={data.map((value, i) => ({ i, value }))} dataKey="i" series={[{ name: 'value', color: 'brand.6' }]} curveType="linear" strokeWidth={1.6} fillOpacity={0.3}
        withXAxis={false} withYAxis={false} withDots={false} withTooltip={false} gridAxis="none" areaChartProps={{ accessibilityLayer: false }} />
    </div>
  );
}
