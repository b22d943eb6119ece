import './deals.css';
import { Button, Group, SegmentedControl, Select, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pipeline } from '@service/sdk';
import { useTitle } from '../../components/page';
import { Empty, Loading, Trouble } from '../../components/states';
import { useOffer } from '../../lib/commands';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { DealBoard } from './board';
import { useDeal, usePipelines } from './data';
import { DealDrawer } from './drawer';
import { CreateDeal } from './form';
import { DealList } from './list';
import { Mover } from './move';

const DealForecast = later(() => import('./forecast'));
const views = ['board', 'list', 'forecast'] as const;

/** Deals: the board, the list and the forecast of a pipeline, with the chosen deal beside them. */
export default function Deals() {
  const { t } = useTranslation('deals');
  const { parts: [chosen = ''], search } = usePlace();
  const pipelines = usePipelines();
  const deal = useDeal(chosen);
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: ['deals'], predicate: (q) => !['pipelines', 'contact', 'people', 'fields', 'reasons'].includes(String(q.queryKey[1])) });
  useTitle(t('title'));
  useLive(['deal.'], again, again);
  if (pipelines.isLoading) return <Loading />;
  if (!pipelines.data) return <Trouble error={pipelines.error} retry={() => void pipelines.refetch()} />;
  const wanted = deal.data?.pipelineId ?? search.pipeline;
  const pipeline = pipelines.data.find((p) => p.id === wanted) ?? pipelines.data.find((p) => !p.archivedAt) ?? pipelines.data[0];
  if (!pipeline) return <Empty icon={IconLayoutKanban} title={t('noPipeline')}>{t('noPipelineHint')}</Empty>;
  return <PipelinePage key={pipeline.id} pipeline={pipeline} pipelines={pipelines.data} chosen={chosen} />;
}

function PipelinePage({ pipeline, pipelines, chosen }: { pipeline: Pipeline; pipelines: Pipeline[]; chosen: string }) {
  const { t } = useTranslation('deals');
  const me = useMe();
  const { search, go } = usePlace();
  const [creating, setCreating] = useState(false);
  const writes = may(me, 'deals:write');
  const view = views.find((v) => v === search.view) ?? 'board';
  const show = (view: string) => go({ part: 'deals', search: { pipeline: search.pipeline, view: view === 'board' ? undefined : view } });
  useOffer([
    ...(writes ? [{ label: t('create'), keys: 'N', run: () => setCreating(true) }] : []),
    ...views.map((v) => ({ label: `${t('show')}: ${t(`view.${v}`)}`, run: () => show(v) })),
  ]);
  return (
    <Mover pipeline={pipeline} allowed={writes}>
      <div className="deals">
        <Group className="deals-head" justify="space-between" gap="sm">
          <Group gap="md">
            <Title order={1} size="h3">{t('title')}</Title>
            {pipelines.length > 1 && (
              <Select aria-label={t('pipeline')} allowDeselect={false} value={pipeline.id} onChange={(id) => go({ part: 'deals', search: { view: search.view, pipeline: id ?? undefined } })}
                data={pipelines.map((p) => ({ value: p.id, label: p.archivedAt ? t('archived', { name: p.name }) : p.name }))} />
            )}
          </Group>
          <Group gap="sm">
            <SegmentedControl aria-label={t('show')} value={view} onChange={show} data={views.map((value) => ({ value, label: t(`view.${value}`) }))} />
            {writes && !pipeline.archivedAt && <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>{t('create')}</Button>}
          </Group>
        </Group>
        {view === 'board' && <DealBoard pipeline={pipeline} />}
        {view === 'list' && <DealList pipeline={pipeline} />}
        {view === 'forecast' && <Suspense fallback={<Loading />}><DealForecast pipeline={pipeline} /></Suspense>}
      </div>
      <DealDrawer id={chosen} pipeline={pipeline} close={() => go({ part: 'deals', search: { pipeline: pipelines.length > 1 ? pipeline.id : undefined, ...search } })} />
      <CreateDeal pipeline={pipeline} opened={creating} close={() => setCreating(false)} />
    </Mover>
  );
}
