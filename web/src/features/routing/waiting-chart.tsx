import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { WaitingReport } from '@service/sdk';
import { duration } from '../../lib/format';

const colors: Record<WaitingReport['causes'][number]['cause'], string> = {
  outside_hours: 'gray.5', nobody_available: 'orange.6', unreachable: 'pink.6', all_full: 'red.6', skill_missing: 'grape.6', nobody_may: 'dark.3', routing: 'cyan.6', unassigned: 'yellow.6',
  assigned: 'blue.6', snoozed: 'indigo.4', assistant: 'brand.5', answer_failed: 'red.9', unknown: 'gray.6',
};

/** How long contacts waited on each day, in hours, by the cause. */
export default function WaitingChart({ report }: { report: WaitingReport }) {
  const { t, i18n } = useTranslation('routing');
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const data = report.days.map((d) => ({ name: short.format(Date.parse(d.date)), ...Object.fromEntries(d.causes.map((c) => [c.cause, c.waitedMs / 3_600_000])) }));
  return (
    <div aria-hidden>
      <BarChart barChartProps={{ accessibilityLayer: false }} h={260} data={data} dataKey="name" type="stacked" withLegend legendProps={{ verticalAlign: 'bottom' }} valueFormatter={(hours) => duration(hours * 3600)} yAxisProps={{ width: 80 }}
        series={report.causes.map((c) => ({ name: c.cause, label: t(`cause.${c.cause}`), color: colors[c.cause] }))} />
    </div>
  );
}
