import { Badge, Button, Group, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconDownload, IconLayoutKanban } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deal, Pipeline } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { day, money } from '../../lib/format';
import { usePlace, type Search } from '../../lib/place';
import { filterOf, useContactName, useDeals, usePeople, type DealFilter } from './data';

const rowHeight = 48;

/** The deals of a pipeline as a table. Only the rows in sight are on the page. */
export function DealList({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useTranslation('deals');
  const { search } = usePlace();
  const list = useDeals(pipeline.id, filterOf(search));
  const frame = useRef<HTMLDivElement>(null);
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes here
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: 8 });
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1;
  const { fetchNextPage } = list;
  const wanted = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && last >= rows.length - 20;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);
  return (
    <>
      <Filters pipeline={pipeline} />
      {list.isLoading && <Loading lines={10} height={30} />}
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <Empty icon={IconLayoutKanban} title={t('noDeals')} />}
      {rows.length > 0 && (
        <div className="deal-frame" ref={frame} role="table" aria-label={t('title')} aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}>
          <div role="rowgroup" className="deal-header">
            <div role="row" className="deal-row" aria-rowindex={1}>
              {(['title', 'contact', 'stage', 'amount', 'owner', 'expectedCloseOn'] as const).map((c) => <span role="columnheader" key={c} data-column={c}>{t(`field.${c}`)}</span>)}
            </div>
          </div>
          <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {virtual.getVirtualItems().map(({ index, start }) => <Row key={rows[index]!.id} deal={rows[index]!} index={index} start={start} pipeline={pipeline} />)}
          </div>
        </div>
      )}
    </>
  );
}

function Row({ deal, index, start, pipeline }: { deal: Deal; index: number; start: number; pipeline: Pipeline }) {
  const { search } = usePlace();
  const contact = useContactName(deal.contactId);
  const owner = usePeople().find((p) => p.id === deal.ownerId)?.name;
  const stage = pipeline.stages.find((s) => s.id === deal.stageId);
  return (
    <div role="row" className="deal-row" aria-rowindex={index + 2} style={{ height: rowHeight, position: 'absolute', insetInline: 0, transform: `translateY(${start}px)` }}>
      <span role="cell" data-column="title"><Link className="deal-title" to={`/deals/${deal.id}` as never} search={search as never}><bdi>{deal.title}</bdi></Link></span>
      <span role="cell" data-column="contact" className="quiet"><bdi>{contact}</bdi></span>
      <span role="cell" data-column="stage"><Badge variant="light" size="sm" tt="none" color={deal.status === 'won' ? 'teal' : deal.status === 'lost' ? 'red' : 'gray'}><bdi>{stage?.name}</bdi></Badge></span>
      <span role="cell" data-column="amount" className="amount">{deal.amount && deal.currency && money(deal.amount, deal.currency)}</span>
      <span role="cell" data-column="owner" className="quiet"><bdi>{owner}</bdi></span>
      <span role="cell" data-column="expectedCloseOn" className="quiet">{deal.expectedCloseOn && day(`${deal.expectedCloseOn}T12:00:00`)}</span>
    </div>
  );
}

function Filters({ pipeline }: { pipeline: Pipeline }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const people = usePeople();
  const [exporting, setExporting] = useState(false);
  const narrow = (more: Search) => go({ part: 'deals', search: { ...search, ...more }, replace: true });
  const filter = filterOf(search);
  return (
    <Group gap="xs" mb="sm" className="deals-filters">
      <Select w={150} clearable aria-label={t('status.label')} placeholder={t('status.label')} value={filter.status ?? null} onChange={(v) => narrow({ status: v ?? undefined })}
        data={(['open', 'won', 'lost'] as const).map((value) => ({ value, label: t(`status.${value}`) }))} />
      <Select w={170} clearable aria-label={t('field.stage')} placeholder={t('field.stage')} value={filter.stage ?? null} onChange={(v) => narrow({ stage: v ?? undefined })} data={pipeline.stages.map((s) => ({ value: s.id, label: s.name }))} />
      <Select w={180} clearable searchable aria-label={t('field.owner')} placeholder={t('field.owner')} value={filter.owner ?? null} onChange={(v) => narrow({ owner: v ?? undefined })} data={people.map((p) => ({ value: p.id, label: p.name }))} />
      <Button ms="auto" variant="default" leftSection={<IconDownload size={16} />} loading={exporting} onClick={() => {
        setExporting(true);
        void exportDeals(pipeline.id, filter).catch(tellError).finally(() => setExporting(false));
      }}>{shared('action.export')}</Button>
    </Group>
  );
}

/** Fetches the deals of the filter as a table and hands it to the browser. */
async function exportDeals(pipelineId: string, { status, owner: ownerId, stage: stageId }: DealFilter): Promise<void> {
  const answer = await api.deals.export({ pipelineId, status, ownerId, stageId });
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href: url, download: 'deals.csv' }).click();
  URL.revokeObjectURL(url);
}
