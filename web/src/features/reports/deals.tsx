import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pipeline } from '@service/sdk';
import { PeriodPicker } from '../../components/period';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { today } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { zone, spanOf } from './data';
import { Bridge } from './deals-bridge';
import { Conversion } from './deals-conversion';
import { endOf } from './deals-data';
import { DealItems } from './deals-items';
import { Lost } from './deals-lost';
import { Worth } from './deals-worth';

const views = ['worth', 'bridge', 'conversion', 'lost'] as const;
type View = (typeof views)[number];

export interface DealsProps {
  pipeline: Pipeline;
  /** Opens what a number is made of. */
  open: (items: string) => void;
}

/** What a pipeline is worth, how that came about, and what becomes of its deals. */
export function DealsReports() {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const put = (more: Search) => go({ part: 'reports', parts: ['deals'], search: { ...search, ...more }, replace: true });
  const pipelines = useQuery({ queryKey: ['reports', 'pipelines'], staleTime: 300_000, queryFn: () => all(api.pipelines.list({ limit: 200 })) });
  if (pipelines.error) return <Trouble error={pipelines.error} retry={() => void pipelines.refetch()} />;
  if (!pipelines.data) return <Loading />;
  const pipeline = pipelines.data.find((p) => p.id === search.pipelineId) ?? pipelines.data.find((p) => !p.archivedAt) ?? pipelines.data[0];
  if (!pipeline) return <Empty icon={IconChartBar} title={t('deals.noPipeline')}>{t('deals.noPipelineHint')}</Empty>;
  const view = views.find((v) => v === search.view) ?? 'worth';
  const props: DealsProps = { pipeline, open: (items) => put({ items }) };
  return (
    <>
      <Group gap="sm" align="end" mb="xs">
        <PeriodPicker value={spanOf(search)} now={today()} onChange={(p) => put({ ...p, items: undefined })} />
        {pipelines.data.length > 1 && (
          <Select size="xs" w={200} label={t('deals.pipeline')} allowDeselect={false} value={pipeline.id} onChange={(v) => put({ pipelineId: v ?? undefined, items: undefined })}
            data={pipelines.data.map((p) => ({ value: p.id, label: p.name }))} />
        )}
      </Group>
      <Text size="xs" className="quiet" mb="md">{t('zone', { zone: zone() })}</Text>
      <Group justify="space-between" mb="md" gap="sm">
        <div className="rp-scroll">
          <SegmentedControl aria-label={t('title')} value={view} onChange={(v) => put({ view: v === 'worth' ? undefined : v, items: undefined })} data={views.map((value) => ({ value, label: t(`deals.view.${value}`) }))} />
        </div>
        <Export view={view} pipeline={pipeline} />
      </Group>
      {view === 'worth' && <Worth {...props} />}
      {view === 'bridge' && <Bridge {...props} />}
      {view === 'conversion' && <Conversion {...props} />}
      {view === 'lost' && <Lost {...props} />}
      {search.items && <DealItems pipeline={pipeline} close={() => put({ items: undefined })} />}
    </>
  );
}

function Export({ view, pipeline }: { view: View; pipeline: Pipeline }) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const [saving, setSaving] = useState(false);
  const period = spanOf(search);
  const days = { ...period, timeZone: zone() };
  const table = () => {
    if (view === 'bridge') return api.pipelines.exportBridge(pipeline.id, days);
    if (view === 'conversion') return api.pipelines.exportConversion(pipeline.id, days);
    if (view === 'lost') return api.pipelines.exportClosings(pipeline.id, days);
    return api.pipelines.exportForecast(pipeline.id, { groupBy: 'stage', at: endOf(period.to) });
  };
  const save = () => {
    setSaving(true);
    void download(table(), `${t(`deals.view.${view}`)} ${view === 'worth' ? period.to : `${period.from} ${period.to}`}.csv`).catch(tellError).finally(() => setSaving(false));
  };
  return <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} loading={saving} onClick={save}>{t('exportCsv')}</Button>;
}
