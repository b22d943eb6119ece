import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Button, Group, Paper, SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateStatistics } from '@service/sdk';
import { DayInput } from '../../components/day-input';
import { Figure } from '../../components/figure';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { day, money, number, percent } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { saveCSV } from './csv';

const counts = ['sent', 'delivered', 'read', 'answered', 'tapped', 'failed'] as const;

/** What became of a template's messages, in sum and by day. */
export default function Statistics({ template: x }: { template: Template }) {
  const { t } = useTranslation('templates');
  const { search, go } = usePlace();
  const statistics = useQuery({
    queryKey: ['templates', 'statistics', x.id, search.from, search.to], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.templates.statistics(x.id, { from: search.from, to: search.to }, { signal }),
  });
  const s = statistics.data;
  const put = (more: Record<string, string>) => go({ part: 'templates', parts: [x.id], search: { ...search, ...more }, replace: true });
  const save = () => void saveCSV(tableOf(s!), `${x.name} ${s!.from} ${s!.to}.csv`).catch(tellError);
  return (
    <>
      <Group mb="md" align="end" gap="sm">
        <DayInput label={t('statistics.from')} value={search.from ?? s?.from ?? ''} max={search.to ?? s?.to} change={(from) => put({ from })} />
        <DayInput label={t('statistics.to')} value={search.to ?? s?.to ?? ''} min={search.from ?? s?.from} change={(to) => put({ to })} />
        {s && s.days.length > 0 && <Button variant="default" ms="auto" leftSection={<IconDownload size={16} />} onClick={save}>{t('statistics.csv')}</Button>}
      </Group>
      {statistics.error ? <Trouble error={statistics.error} retry={() => void statistics.refetch()} /> : !s ? <Loading /> : s.days.length === 0 ? (
        <Empty icon={IconChartBar} title={t('statistics.none')}>{t('statistics.noneHint')}</Empty>
      ) : <Numbers value={s} />}
    </>
  );
}

const tableOf = (s: TemplateStatistics): (string | number)[][] =>
  [['date', ...counts, 'cost', 'currency'], ...s.days.map((d) => [d.date, ...counts.map((c) => d[c]), d.cost.amount, d.cost.currency])];

/** A day of UTC, which is written as such wherever one is. */
const utcDay = (date: string) => day(`${date}T12:00:00`);

function Numbers({ value: s }: { value: TemplateStatistics }) {
  const { t } = useTranslation('templates');
  const of = (n: number) => (s.sent > 0 ? percent(n / s.sent) : undefined);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} mb="md" spacing="sm">
        {counts.map((c) => <Figure key={c} label={t(`statistics.${c}`)} value={number(s[c])} hint={c === 'sent' ? undefined : of(s[c])} />)}
        <Figure label={t('statistics.cost')} value={money(s.cost.amount, s.cost.currency)} hint={s.unpriced > 0 ? t('statistics.unpriced', { count: s.unpriced }) : undefined} />
      </SimpleGrid>
      <Paper withBorder p="md" mb="md" aria-hidden>
        <BarChart barChartProps={{ accessibilityLayer: false }} h={240} dataKey="name" withLegend valueFormatter={number} data={s.days.map((d) => ({ ...d, name: utcDay(d.date) }))}
          series={[{ name: 'sent', label: t('statistics.sent'), color: 'brand.2' }, { name: 'delivered', label: t('statistics.delivered'), color: 'brand.4' }, { name: 'read', label: t('statistics.read'), color: 'brand.8' }, { name: 'failed', label: t('statistics.failed'), color: 'pink.7' }]} />
      </Paper>
      <div className="framed" tabIndex={0}>
        <Table verticalSpacing="xs" aria-label={t('statistics.byDay')}>
          <Table.Thead>
            <Table.Tr><Table.Th>{t('statistics.day')}</Table.Th>{counts.map((c) => <Table.Th key={c} ta="end">{t(`statistics.${c}`)}</Table.Th>)}<Table.Th ta="end">{t('statistics.cost')}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {s.days.toReversed().map((d) => (
              <Table.Tr key={d.date}>
                <Table.Th scope="row" fw={500}>{utcDay(d.date)}</Table.Th>
                {counts.map((c) => <Table.Td key={c} ta="end" className="amount">{number(d[c])}</Table.Td>)}
                <Table.Td ta="end" className="amount">{money(d.cost.amount, d.cost.currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" className="quiet" mt="xs">{t('statistics.hint')}</Text>
    </>
  );
}
