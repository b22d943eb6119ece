import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { money } from '../../lib/format';

const frame = { h: 280, dataKey: 'name', maxBarWidth: 56, yAxisProps: { width: 100 }, barChartProps: { accessibilityLayer: false } } as const;

/** What the deals of each stage are worth, and what of it is likely. The table says the same. */
export function Bars({ data, currency }: { data: { name: string; amount: number; weighted: number }[]; currency: string }) {
  const { t } = useTranslation('reports');
  return (
    <div aria-hidden dir="ltr">
      <BarChart {...frame} withLegend data={data} valueFormatter={(v) => money(String(v), currency)} series={[{ name: 'amount', label: t('deals.amount'), color: 'brand.3' }, { name: 'weighted', label: t('deals.weightedShort'), color: 'brand.8' }]} />
    </div>
  );
}
