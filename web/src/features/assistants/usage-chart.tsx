import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { AIUsage } from '@service/sdk';
import { number } from '../../lib/format';

/** Tokens of each day: what was read, what was written. */
export default function UsageChart({ usage }: { usage: AIUsage }) {
  const { t, i18n } = useTranslation('assistants');
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const byDay = new Map(usage.groups.map((g) => [g.day, g.tokens]));
  const data: { name: string; input: number; output: number }[] = [];
  for (let at = Date.parse(usage.firstDay); at <= Date.parse(usage.lastDay); at += 86_400_000) {
    const tokens = byDay.get(new Date(at).toISOString().slice(0, 10));
    data.push({ name: short.format(at), input: tokens ? tokens.inputUncached + tokens.cacheRead + tokens.cacheWrite : 0, output: tokens ? tokens.output + tokens.reasoning : 0 });
  }
  return (
    <div aria-hidden>
      <BarChart barChartProps={{ accessibilityLayer: false }} h={220} data={data} dataKey="name" type="stacked" withLegend valueFormatter={number} yAxisProps={{ width: 70 }}
        series={[{ name: 'input', label: t('usage.input'), color: 'brand.3' }, { name: 'output', label: t('usage.output'), color: 'brand.8' }]} />
    </div>
  );
}
