import { Anchor, Button, Drawer, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { BridgeItem, ClosingItem, ConversionItem, Deal, ListBridgeItemsParams, ListConversionItemsParams, Pipeline } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, money } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { spanOf, took, useLost, useNameOf, zone } from './data';
import { endOf } from './deals-data';

/** A line of what a number is made of, whichever number it is. */
interface Line {
  id: string;
  key: string;
  title: string;
  ownerId: string;
  at: string;
  more: string;
}

/** What a number of the pipeline is made of, the latest first, each with its deal. The address says which: "bridge won EUR", "left stg_1 lost", "lost dlr_1". */
export function DealItems({ pipeline, close }: { pipeline: Pipeline; close: () => void }) {
  const { t } = useTranslation('reports');
  const { t: shared } = useTranslation();
  const { search } = usePlace();
  const nameOf = useNameOf();
  const period = { ...spanOf(search), timeZone: zone() };
  const [kind = '', what = '', more = ''] = (search.items ?? '').split(' ');
  const lost = useLost(pipeline.id, spanOf(search), kind === 'lost');
  const lines = {
    deal: (d: Deal): Line => ({ id: d.id, key: d.id, title: d.title, ownerId: d.ownerId, at: d.stageSince, more: d.amount && d.currency ? money(d.amount, d.currency) : '' }),
    bridge: (i: BridgeItem): Line => ({ id: i.dealId, key: `${i.at} ${i.dealId} ${i.part}`, title: i.title, ownerId: i.ownerId, at: i.at, more: i.currency ? money(i.amount, i.currency) : '' }),
    closing: (i: ClosingItem): Line => ({ id: i.dealId, key: `${i.at} ${i.dealId}`, title: i.title, ownerId: i.ownerId, at: i.at, more: [i.currency && money(i.amount, i.currency), i.closeNote].filter(Boolean).join(' · ') }),
    conversion: (i: ConversionItem): Line => ({
      id: i.dealId, key: `${i.at} ${i.dealId} ${i.part}`, title: i.title, ownerId: i.ownerId, at: i.at,
      more: [i.part && t(`deals.went.${i.part}`, { defaultValue: i.part }), i.tookMs > 0 && t('deals.after', { time: took(i.tookMs) })].filter(Boolean).join(' · '),
    }),
  };
  const list = useInfiniteQuery({
    queryKey: ['reports', 'deal-items', pipeline.id, search.items, period], initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }): Promise<{ data: Line[]; nextCursor: string | null }> => {
      const page = { limit: 20, cursor };
      if (kind === 'worth') {
        const found = await api.pipelines.forecastItems(pipeline.id, { ...page, at: endOf(period.to), stageId: what || undefined }, { signal }).page();
        return { data: found.data.map(lines.deal), nextCursor: found.nextCursor };
      }
      if (kind === 'bridge') {
        const found = await api.pipelines.bridgeItems(pipeline.id, { ...period, ...page, part: what as ListBridgeItemsParams['part'], currency: more }, { signal }).page();
        return { data: found.data.map(lines.bridge), nextCursor: found.nextCursor };
      }
      if (kind === 'lost') {
        const found = await api.pipelines.closingItems(pipeline.id, { ...period, ...page, kind: 'lost', reasonId: what || 'none' }, { signal }).page();
        return { data: found.data.map(lines.closing), nextCursor: found.nextCursor };
      }
      const narrow: ListConversionItemsParams = kind === 'closed' ? { number: 'closed', part: what as ListConversionItemsParams['part'] } : { number: kind as 'left', stageId: what, part: (more || undefined) as ListConversionItemsParams['part'] };
      const found = await api.pipelines.conversionItems(pipeline.id, { ...period, ...page, ...narrow }, { signal }).page();
      return { data: found.data.map(lines.conversion), nextCursor: found.nextCursor };
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  const stage = pipeline.stages.find((s) => s.id === what)?.name;
  const about = [stage, kind === 'lost' && (what === 'none' ? t('deals.noReason') : lost.data?.reasons.find((r) => r.reasonId === what)?.name), kind === 'bridge' && t(`deals.part.${what}`, { defaultValue: what }), kind === 'closed' && t(`deals.${what}`), (kind === 'entered' || kind === 'left') && t(more ? `deals.went.${more}` : `deals.${kind}`)].filter(Boolean).join(' · ');
  return (
    <Drawer opened onClose={close} position="right" size="md" title={<bdi>{about || pipeline.name}</bdi>}>
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isLoading && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t('noItems')}>{t('noItemsHint')}</Empty>}
      <ul className="rp-items">
        {rows.map((r) => <DealLine key={r.key} id={r.id} title={r.title} more={[dateTime(r.at), r.ownerId && nameOf('agent', r.ownerId), r.more]} />)}
      </ul>
      {list.hasNextPage && <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Drawer>
  );
}

/** A deal by its title, with what is said of it; one that was removed has neither title nor page. */
export function DealLine({ id, title, more }: { id: string; title: string; more: (string | false)[] }) {
  const { t } = useTranslation('reports');
  return (
    <li>
      {title ? <Anchor component={Link} to={`/deals/${id}` as never} size="sm" fw={600}><bdi>{title}</bdi></Anchor> : <Text size="sm" className="quiet">{t('deals.removed')}</Text>}
      <Text size="xs" className="quiet">{more.filter(Boolean).map((m, i) => <span key={i}>{i > 0 && ' · '}<bdi>{m}</bdi></span>)}</Text>
    </li>
  );
}
