import { Button, Group, SegmentedControl, SimpleGrid } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresReport, ReportName } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { number, percent } from '../../lib/format';
import { lengthOf } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { later } from '../../lib/later';
import { Change } from './change';
import { Comments } from './comments';
import { filterOf, isTimed, sections, spanOf, took, useBefore, usePartName, useReport, zone, type GroupBy, type SectionName } from './data';
import { Failures } from './failures';
import { Filters } from './filters';
import { Groups, possible } from './groups';
import { Items } from './items';
import { Parts } from './parts';

const Counts = later(() => import('./charts').then((m) => ({ default: m.Counts })));
const Times = later(() => import('./charts').then((m) => ({ default: m.Times })));

/** One report: its figures, days, parts and groups, and what each number counts. */
export function Report({ section, report }: { section: SectionName; report: ReportName }) {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const put = (more: Search) => go({ part: 'reports', parts: [section], search: { ...search, ...more }, replace: true });
  const period = spanOf(search);
  const filter = filterOf(search);
  const by = possible(search, lengthOf(period)).find((g) => g === search.by) ?? 'day';
  const grouped = { ...filter, ...period, ...(by !== 'day' && { groupBy: by satisfies GroupBy }) };
  const now = useReport(report, grouped);
  const then = useBefore(report, period, filter, search.compare !== 'no');
  const all = sections[section];
  return (
    <>
      <Filters section={section} />
      <Group justify="space-between" mb="md" gap="sm">
        {all.length > 1 ? <SegmentedControl aria-label={t('title')} value={report} onChange={(v) => put({ report: v, part: undefined, items: undefined })} data={all.map((value) => ({ value, label: t(`report.${value}`) }))} /> : <span />}
        <Export report={report} params={grouped} />
      </Group>
      {now.error ? <Trouble error={now.error} retry={() => void now.refetch()} /> : !now.data ? <Loading /> : now.data.count === 0 && !search.items ? (
        <Empty icon={IconChartBar} title={t('none')}>{t(`noneHint.${section}`)}</Empty>
      ) : (
        <>
          <Figures now={now.data} then={search.compare === 'no' ? undefined : then.data} office={search.clock === 'office'} clock={(clock) => put({ clock })} />
          <Chart now={now.data} office={search.clock === 'office'} show={search.show} put={put} />
          <Parts report={now.data} open={(part) => put({ items: `part ${part}` })} />
          <Groups report={now.data} by={by} fresh={!now.isPlaceholderData} office={search.clock === 'office'} put={put} />
          {report === 'messages' && <Failures />}
          {report === 'ratings' && <Comments />}
        </>
      )}
      {search.items && <Items report={report} by={by} close={() => put({ items: undefined })} />}
    </>
  );
}

function Export({ report, params }: { report: ReportName; params: Parameters<typeof api.reports.export>[1] }) {
  const { t } = useTranslation('reports');
  const [saving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    void download(api.reports.export(report, { ...params, timeZone: zone() }), `${t(`report.${report}`)} ${params?.from} ${params?.to}.csv`).catch(tellError).finally(() => setSaving(false));
  };
  return <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} loading={saving} onClick={save}>{t('exportCsv')}</Button>;
}

function Figures({ now, then, office, clock }: { now: FiguresReport; then?: FiguresReport; office: boolean; clock: (clock: string | undefined) => void }) {
  const { t } = useTranslation('reports');
  const partName = usePartName(now.report);
  const times = office ? now.officeTimes : now.times;
  const earlier = office ? then?.officeTimes : then?.times;
  const first = now.parts[0];
  return (
    <>
      {now.times && (
        <SegmentedControl size="xs" mb="sm" aria-label={t('clock.title')} value={office ? 'office' : 'wall'} onChange={(v) => clock(v === 'office' ? v : undefined)}
          data={(['wall', 'office'] as const).map((value) => ({ value, label: t(`clock.${value}`) }))} />
      )}
      <SimpleGrid cols={{ base: 2, md: times ? 4 : 3 }} mb="md">
        <Figure label={t(`report.${now.report}`)} value={number(now.count)} hint={<Change now={now.count} then={then?.count} />} />
        {times && (['p50Ms', 'p90Ms', 'averageMs'] as const).map((name) => (
          <Figure key={name} label={t(`time.${name}`)} value={now.count > 0 ? took(times[name]) : '–'} hint={<Change now={times[name]} then={earlier?.[name]} />} />
        ))}
        {now.averageScore !== undefined && <Figure label={t('averageScore')} value={number(Math.round(now.averageScore * 100) / 100)} hint={<Change now={now.averageScore} then={then?.averageScore} />} />}
        {!isTimed(now.report) && first && <Figure label={t('mostOften')} value={partName(first.part)} hint={percent(first.share)} />}
      </SimpleGrid>
    </>
  );
}

function Chart({ now, office, show, put }: { now: FiguresReport; office: boolean; show: string | undefined; put: (more: Search) => void }) {
  const { t } = useTranslation('reports');
  const times = show === 'times' && isTimed(now.report);
  return (
    <Card title={t('byDay')} actions={isTimed(now.report) && (
      <SegmentedControl size="xs" aria-label={t('show')} value={times ? 'times' : 'counts'} onChange={(v) => put({ show: v === 'times' ? v : undefined })}
        data={(['counts', 'times'] as const).map((value) => ({ value, label: t(`showing.${value}`) }))} />
    )}>
      <Suspense fallback={<Loading />}>{times ? <Times report={now} office={office} /> : <Counts report={now} />}</Suspense>
    </Card>
  );
}
