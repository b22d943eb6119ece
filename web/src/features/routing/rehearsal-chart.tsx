import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { RehearsalResult } from '@service/sdk';
import { duration } from '../../lib/format';

/** Waiting times before and after: what happened, the model of it, and the model with the changes. */
export default function RehearsalChart({ result }: { result: RehearsalResult }) {
  const { t } = useTranslation('routing');
  const sides = (['recorded', 'unchanged', 'changed'] as const).filter((side) => result[side] !== null);
  const data = (['queue', 'wait'] as const).flatMap((what) => (['p50', 'p90'] as const).map((p) => ({
    name: t(`rehearsals.${what}_${p}`), ...Object.fromEntries(sides.map((side) => [side, (result[side]?.[what][p].value ?? 0) / 60])),
  })));
  const colors = { recorded: 'gray.5', unchanged: 'brand.3', changed: 'brand.8' };
  return (
    <div aria-hidden>
      <BarChart barChartProps={{ accessibilityLayer: false }} h={280} data={data} dataKey="name" withLegend valueFormatter={(minutes) => duration(minutes * 60)} yAxisProps={{ width: 80 }}
        series={sides.map((side) => ({ name: side, label: t(`side.${side}`), color: colors[side] }))} />
    </div>
  );
}
