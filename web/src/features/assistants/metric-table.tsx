import { Badge, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EvaluationTable } from '@service/sdk';
import { money, number, percent } from '../../lib/format';

type Row = EvaluationTable['rows'][number];
type Verdict = NonNullable<Row['difference']>['verdict'];

const colors: Record<Verdict, string> = { better: 'brand', worse: 'red', different: 'blue', not_distinguishable: 'gray', too_few: 'gray' };

/** A value of a metric in its unit. */
function shown(value: number, unit: Row['unit'], signed = false): string {
  const sign = signed && value > 0 ? '+' : '';
  if (unit === 'share') return sign + percent(value);
  if (unit === 'score') return sign + value.toFixed(2);
  if (unit === 'micros') return sign + money((value / 1e6).toFixed(6), 'USD');
  return sign + (unit === 'ms' ? `${number(Math.round(value))} ms` : number(Math.round(value)));
}

/** What an evaluation found, the draft beside the live revision. */
export function MetricTable({ table }: { table: EvaluationTable }) {
  const { t } = useTranslation('assistants');
  return (
    <>
      <Text size="sm" className="quiet" mb="xs">{t('metric.of', { n: number(table.questions) })}{table.unmeasured > 0 && ` · ${t('metric.unmeasured', { n: number(table.unmeasured) })}`} · {t('metric.confidence', { share: percent(table.confidence) })}</Text>
      <div className="framed" tabIndex={0}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr><Table.Th>{t('metric.name')}</Table.Th><Table.Th ta="end">{t('metric.draft')}</Table.Th><Table.Th ta="end">{t('metric.live')}</Table.Th><Table.Th ta="end">{t('metric.difference')}</Table.Th><Table.Th>{t('metric.verdict')}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>{table.rows.map((row) => <MetricRow key={row.metric} row={row} />)}</Table.Tbody>
        </Table>
      </div>
    </>
  );
}

function MetricRow({ row }: { row: Row }) {
  const { t } = useTranslation('assistants');
  const cell = (e: Row['draft']) => (e ? <span title={`${shown(e.low, row.unit)} … ${shown(e.high, row.unit)}`}>{shown(e.value, row.unit)}</span> : '–');
  const d = row.difference;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>{t(`metric.${row.metric}`)}<Text size="xs" className="quiet" fw={400}>{t(`metric.better_${row.better}`)}</Text></Table.Th>
      <Table.Td ta="end" className="amount">{cell(row.draft)}</Table.Td>
      <Table.Td ta="end" className="amount">{cell(row.live)}</Table.Td>
      <Table.Td ta="end" className="amount">{d ? <>{shown(d.value, row.unit, true)}<Text size="xs" className="quiet">{shown(d.low, row.unit, true)} … {shown(d.high, row.unit, true)}</Text></> : '–'}</Table.Td>
      <Table.Td>{d ? <Badge variant="light" tt="none" color={colors[d.verdict]}>{t(`verdict.${d.verdict}`)}</Badge> : '–'}</Table.Td>
    </Table.Tr>
  );
}
