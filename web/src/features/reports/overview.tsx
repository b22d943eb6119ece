import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportName } from '@service/sdk';
import { Trouble } from '../../components/states';
import { number, percent } from '../../lib/format';
import { before, lengthOf } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { later } from '../../lib/later';
import { Change } from './change';
import { filterOf, kept, sectionOf, sections, spanOf, took, useBefore, usePartName, useReport, useWaiting, type SectionName } from './data';
import { Filters } from './filters';

const Spark = later(() => import('./charts').then((m) => ({ default: m.Spark })));
const shown: ReportName[] = ['messages', 'first-answers', 'answers', 'openings', 'resolutions', 'reopenings', 'assignments', 'hand-offs', 'ratings'];

/** Every report at a glance; each leads to its page. */
export function Overview() {
  return (
    <>
      <Filters section="overview" />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
        {shown.map((report) => <Tile key={report} report={report} />)}
        <WaitingTile />
      </SimpleGrid>
    </>
  );
}

function Tile({ report }: { report: ReportName }) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const partName = usePartName(report);
  const period = spanOf(search);
  const filter = filterOf(search);
  const { data: now, error } = useReport(report, { ...filter, ...period });
  const then = useBefore(report, period, filter, search.compare !== 'no').data;
  const earlier = search.compare === 'no' ? undefined : then;
  const section = sectionOf(report);
  const assistants = now?.parts.find((p) => p.part === 'assistant');
  const facts = now && now.count > 0 ? [
    now.times && t('median', { time: took(now.times.p50Ms) }), now.averageScore !== undefined && t('mean', { n: number(Math.round(now.averageScore * 100) / 100) }),
    report === 'resolutions' && assistants && t('byAssistants', { part: percent(assistants.share) }),
    !now.times && now.averageScore === undefined && now.parts[0] && `${partName(now.parts[0].part)} ${percent(now.parts[0].share)}`,
  ].filter(Boolean).join(' · ') : '';
  return (
    <Frame section={section} search={{ ...kept(search), ...(sections[section].length > 1 && { report }) }} title={t(`report.${report}`)} value={now && number(now.count)} change={<Change now={now?.count} then={earlier?.count} />} facts={facts} error={error}>
      {now && <Suspense fallback={null}><Spark data={now.days.map((d) => d.count)} /></Suspense>}
    </Frame>
  );
}

function WaitingTile() {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const period = spanOf(search);
  const filter = filterOf(search);
  const { data: now, error } = useWaiting({ ...filter, ...period });
  const then = useWaiting({ ...filter, ...before(period) }, search.compare !== 'no' && lengthOf(period) <= 92).data;
  const first = now?.causes[0];
  return (
    <Frame section="waiting" search={kept(search)} title={t('section.waiting')} value={now && took(now.waitedMs)} change={<Change now={now?.waitedMs} then={search.compare === 'no' ? undefined : then?.waitedMs} />}
      facts={first ? `${t(`cause.${first.cause}`)} ${percent(first.share)}` : ''} error={error}>
      {now && <Suspense fallback={null}><Spark data={now.days.map((d) => d.waitedMs)} /></Suspense>}
    </Frame>
  );
}

interface FrameProps {
  section: SectionName;
  search: Search;
  title: string;
  value: string | undefined;
  change: ReactNode;
  facts: string;
  error: unknown;
  children: ReactNode;
}

function Frame({ section, search, title, value, change, facts, error, children }: FrameProps) {
  if (error) return <section className="card rp-tile"><h2>{title}</h2><Trouble error={error} /></section>;
  return (
    <Link className="card rp-tile" to={`/reports/${section}` as never} search={search as never}>
      <h2>{title}</h2>
      <Text fw={700} fz={24} lh={1.3} className="amount">{value ?? '…'}</Text>
      <Text component="div" size="xs" className="quiet">{change}</Text>
      <Text size="sm" className="quiet" mih={21}>{facts}</Text>
      <div className="rp-spark">{children}</div>
    </Link>
  );
}
