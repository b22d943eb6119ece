import { Button, SegmentedControl, SimpleGrid, Table, Text } from '@mantine/core';
import { IconDownload, IconHourglass } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitedCause, WaitingReport } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { saveCSV } from '../../lib/csv';
import { tellError } from '../../lib/errors';
import { dayText, number, percent } from '../../lib/format';
import { before } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { later } from '../../lib/later';
import { Change } from './change';
import { filterOf, spanOf, took, useNameOf, useWaiting } from './data';
import { Filters } from './filters';
import { Share } from './parts';
import { waitingRows } from './waiting-rows';

const Waits = later(() => import('./charts').then((m) => ({ default: m.Waits })));
const groupings = ['day', 'team', 'label', 'phone_number', 'hour'] as const;
type Grouping = (typeof groupings)[number];
type WaitingGroup = NonNullable<WaitingReport['groups']>[number];

/** How long contacts waited, and why. */
export function Waiting() {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const put = (more: Search) => go({ part: 'reports', parts: ['waiting'], search: { ...search, ...more }, replace: true });
  const period = spanOf(search);
  const filter = filterOf(search);
  const { teamId, agentId, labelId } = filter;
  // What is told of an agent is not broken down, and what is told of a label or a team not by the other.
  const possible = groupings.filter((g) => g === 'day' || !agentId && !(g === 'team' && labelId) && !(g === 'label' && (labelId || teamId)));
  const by = possible.find((g) => g === search.by) ?? 'day';
  // Without a grouping the causes name the agents that they are due to.
  const now = useWaiting({ ...filter, ...period, ...(by === 'day' ? !agentId && !labelId && { groupBy: 'agent' as const } : { groupBy: by }) });
  const compared = search.compare !== 'no';
  const then = useWaiting({ ...filter, ...before(period) }, compared).data;
  const report = now.data;
  if (now.error) return <><Filters section="waiting" /><Trouble error={now.error} retry={() => void now.refetch()} /></>;
  return (
    <>
      <Filters section="waiting" />
      {!report ? <Loading /> : report.waitedMs === 0 ? <Empty icon={IconHourglass} title={t('none')}>{t('noneHint.waiting')}</Empty> : (
        <>
          <SimpleGrid cols={{ base: 2, md: 3 }} mb="md">
            <Figure label={t('waited.total')} value={took(report.waitedMs)} hint={<Change now={report.waitedMs} then={compared ? then?.waitedMs : undefined} />} />
            <Figure label={t('waited.waits')} value={number(report.waitCount)} hint={<Change now={report.waitCount} then={compared ? then?.waitCount : undefined} />} />
            <Figure label={t('waited.each')} value={meanOf(report)} />
          </SimpleGrid>
          <Card title={t('byDay')}><Suspense fallback={<Loading />}><Waits report={report} /></Suspense></Card>
          <Card title={t('waited.why')}><Causes causes={report.causes} /></Card>
          <Groups report={report} by={by} fresh={!now.isPlaceholderData} possible={possible} put={put} />
        </>
      )}
    </>
  );
}

const meanOf = ({ waitedMs, waitCount }: Pick<WaitingGroup, 'waitedMs' | 'waitCount'>) => (waitCount > 0 ? took(waitedMs / waitCount) : '–');

function Causes({ causes }: { causes: WaitedCause[] }) {
  const { t } = useTranslation('reports');
  const nameOf = useNameOf();
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing={6} aria-label={t('waited.why')}>
        <Table.Thead><Table.Tr><Table.Th>{t('waited.cause')}</Table.Th><Table.Th ta="end">{t('waited.time')}</Table.Th><Table.Th w="35%">{t('share')}</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {causes.map((c) => (
            <Table.Tr key={c.cause}>
              <Table.Th scope="row" fw={500}>
                {t(`cause.${c.cause}`)}
                <Text size="xs" fw={400} className="quiet">{t(`causeHint.${c.cause}`)}</Text>
                {[...(c.skills ?? []).map((s) => [s.skill ?? t('rest'), s.share] as const), ...(c.agents ?? []).map((a) => [a.agentId ? nameOf('agent', a.agentId) : t('rest'), a.share] as const)].map(([name, share]) => (
                  <Text key={name} size="xs" fw={400}><bdi>{name}</bdi> {percent(share)}</Text>
                ))}
              </Table.Th>
              <Table.Td ta="end" className="amount">{took(c.waitedMs)}</Table.Td>
              <Table.Td><Share share={c.share} /></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Groups({ report, by, fresh, possible, put }: { report: WaitingReport; by: Grouping; fresh: boolean; possible: readonly Grouping[]; put: (more: Search) => void }) {
  const { t } = useTranslation('reports');
  const nameOf = useNameOf();
  const rows: WaitingGroup[] = by === 'day' ? report.days.map(({ date, ...rest }) => ({ id: date, ...rest })).toReversed() : (fresh && report.groups) || [];
  const inSeconds = (what: string) => t('waited.inSeconds', { what });
  const words = { by: t(`by.${by}`), waits: t('waited.waits'), total: inSeconds(t('waited.time')), cause: (cause: string) => inSeconds(t(`cause.${cause}`)) };
  const save = () => saveCSV(waitingRows(rows, (id) => (by === 'day' ? id : nameOf(by, id)), words), `${t('section.waiting')} ${report.days[0]?.date ?? ''} ${report.days.at(-1)?.date ?? ''}.csv`).catch(tellError);
  return (
    <Card title={t('breakdown')} actions={<Button size="xs" variant="default" leftSection={<IconDownload size={14} />} disabled={rows.length === 0} onClick={() => void save()}>{t('exportCsv')}</Button>}>
      <div className="rp-scroll"><SegmentedControl size="xs" mb="sm" aria-label={t('breakdown')} value={by} onChange={(v) => put({ by: v === 'day' ? undefined : v })} data={possible.map((value) => ({ value, label: t(`by.${value}`) }))} /></div>
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing={6} aria-label={`${t('breakdown')}: ${t(`by.${by}`)}`}>
          <Table.Thead><Table.Tr><Table.Th>{t(`by.${by}`)}</Table.Th><Table.Th ta="end">{t('waited.waits')}</Table.Th><Table.Th ta="end">{t('waited.time')}</Table.Th><Table.Th ta="end">{t('waited.each')}</Table.Th><Table.Th>{t('waited.most')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {rows.map((r) => (
              <Table.Tr key={r.id}>
                <Table.Th scope="row" fw={500}><bdi>{by === 'day' ? dayText(r.id, { weekday: 'short', day: 'numeric', month: 'short' }) : nameOf(by, r.id)}</bdi></Table.Th>
                <Table.Td ta="end" className="amount">{number(r.waitCount)}</Table.Td>
                <Table.Td ta="end" className="amount">{r.waitedMs > 0 ? took(r.waitedMs) : '–'}</Table.Td>
                <Table.Td ta="end" className="amount">{meanOf(r)}</Table.Td>
                <Table.Td>{r.causes[0] ? `${t(`cause.${r.causes[0].cause}`)} ${percent(r.causes[0].share)}` : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
