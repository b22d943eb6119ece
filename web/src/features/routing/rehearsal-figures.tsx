import { Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RehearsalResult } from '@service/sdk';
import { saveCSV } from '../../lib/csv';
import { duration, number } from '../../lib/format';
import { useAvailability } from './data';

type Side = RehearsalResult['recorded'];
type Value = { value: number; low: number; high: number };

const names = ['recorded', 'unchanged', 'changed'] as const;
const counts = ['conversations', 'assigned', 'left', 'toAssistants', 'nowhere', 'stillWaiting'] as const;
const times = (['queue', 'wait'] as const).flatMap((what) => (['p50', 'p90', 'most'] as const).map((p) => [what, p] as const));

/** The same figures of what happened, of the model, and of the model with the changes. */
export function Sides({ result, goal }: { result: RehearsalResult; goal: number }) {
  const { t } = useTranslation('routing');
  const sides = names.filter((name) => result[name] !== null);
  const row = (label: string, cell: (side: Side) => string | { shown: string; range?: string }) => (
    <Table.Tr key={label}>
      <Table.Th scope="row" fw={500}>{label}</Table.Th>
      {sides.map((name) => {
        const c = cell(result[name]!);
        return <Table.Td key={name} ta="end" className="amount">{typeof c === 'string' ? c : <>{c.shown}{c.range && <Text size="xs" className="quiet">{c.range}</Text>}</>}</Table.Td>;
      })}
    </Table.Tr>
  );
  const ranged = (v: Value, show: (n: number) => string) => ({ shown: show(v.value), range: v.low === v.high ? undefined : `${show(v.low)} … ${show(v.high)}` });
  return (
    <div className="framed" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead><Table.Tr><Table.Th>{t('rehearsals.figure')}</Table.Th>{sides.map((name) => <Table.Th key={name} ta="end">{t(`side.${name}`)}</Table.Th>)}</Table.Tr></Table.Thead>
        <Table.Tbody>
          {counts.map((name) => row(t(`rehearsals.${name}`), (side) => number(side[name])))}
          {row(t('rehearsals.missed', { n: number(goal) }), (side) => ranged(side.missed, (n) => number(Math.round(n))))}
          {times.map(([what, p]) => row(t(`rehearsals.${what}_${p}`), (side) => (side[what].count === 0 ? '–' : ranged(side[what][p], duration))))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** How much each person had. */
export function Loads({ result }: { result: RehearsalResult }) {
  const { t, i18n } = useTranslation('routing');
  const people = useAvailability().data ?? [];
  const sides = names.filter((name) => result[name] !== null);
  const agents = [...new Set(sides.flatMap((name) => result[name]!.agents.map((a) => a.agent)))];
  const nameOf = (agent: string) => people.find((p) => p.userId === agent)?.name ?? agent;
  const short = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const load = (side: (typeof names)[number], agent: string) => result[side]?.agents.find((a) => a.agent === agent);
  const save = () => void saveCSV([['agent', ...sides.flatMap((s) => [`${s}.assigned`, `${s}.averageLoad`, `${s}.peakLoad`])], ...agents.map((a) => [nameOf(a), ...sides.flatMap((s) => [load(s, a)?.assigned, load(s, a)?.averageLoad, load(s, a)?.peakLoad])])], 'rehearsal-loads.csv');
  return (
    <>
      <Group justify="space-between" mb="xs"><Text size="sm" className="quiet">{t('rehearsals.loadsHint')}</Text><Button size="xs" variant="default" leftSection={<IconDownload size={15} />} onClick={save}>{t('app:action.export')}</Button></Group>
      <div className="framed" tabIndex={0}>
        <Table verticalSpacing="xs">
          <Table.Thead><Table.Tr><Table.Th>{t('people.title')}</Table.Th>{sides.map((s) => <Table.Th key={s} ta="end">{t(`side.${s}`)}</Table.Th>)}</Table.Tr></Table.Thead>
          <Table.Tbody>
            {agents.map((agent) => (
              <Table.Tr key={agent}>
                <Table.Th scope="row" fw={500}><bdi>{nameOf(agent)}</bdi></Table.Th>
                {sides.map((s) => {
                  const l = load(s, agent);
                  return <Table.Td key={s} ta="end" className="amount">{l ? <>{short.format(l.assigned)}<Text size="xs" className="quiet">{t('rehearsals.load', { average: short.format(l.averageLoad), peak: short.format(l.peakLoad) })}</Text></> : '–'}</Table.Td>;
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
