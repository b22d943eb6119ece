import { Anchor, Button, Drawer, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListReportItemsParams, ReportItem, ReportName } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, dayText } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { filterOf, isTimed, spanOf, took, useNameOf, usePartName, zone } from './data';
import type { Grouping } from './groups';

const filterNames = { team: 'teamId', agent: 'agentId', label: 'labelId', phone_number: 'phoneNumberId' } as const;

/** What the address opened: "day 2026-11-01", "part user", "agent usr_1". */
function narrow(items: string): ListReportItemsParams {
  const [kind = '', ...rest] = items.split(' ');
  const value = rest.join(' ');
  if (kind === 'day') return { from: value, to: value };
  if (kind === 'part') return { part: value };
  const name = filterNames[kind as keyof typeof filterNames];
  return name ? { [name]: value } : {};
}

/** Exactly what a number counts, the latest first, each with its conversation. */
export function Items({ report, by, close }: { report: ReportName; by: Grouping; close: () => void }) {
  const { t } = useTranslation('reports');
  const { t: shared } = useTranslation();
  const { search } = usePlace();
  const nameOf = useNameOf();
  const partName = usePartName(report);
  const params = { ...filterOf(search), ...spanOf(search), ...narrow(search.items ?? '') };
  const list = useInfiniteQuery({
    queryKey: ['reports', report, 'items', params], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.reports.items(report, { ...params, timeZone: zone(), limit: 20, cursor }, { signal }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  const [kind, ...rest] = (search.items ?? '').split(' ');
  const value = rest.join(' ');
  const about = kind === 'part' ? partName(value) : kind === 'day' ? dayText(value) : by === 'day' ? '' : nameOf(by, value);
  return (
    <Drawer opened onClose={close} position="right" size="md" title={<>{t(`report.${report}`)}{about && <> · <bdi>{about}</bdi></>}</>}>
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isLoading && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t('noItems')}>{t('noItemsHint')}</Empty>}
      <ul className="rp-items">{rows.map((r) => <Item key={`${r.at} ${r.episodeId} ${r.messageId} ${r.part} ${r.conversationId}`} value={r} report={report} />)}</ul>
      {list.hasNextPage && <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Drawer>
  );
}

function Item({ value, report }: { value: ReportItem; report: ReportName }) {
  const { t } = useTranslation('reports');
  const nameOf = useNameOf();
  const partName = usePartName(report);
  const more = [
    partName(value.part), value.agentId && nameOf('agent', value.agentId), value.teamId && nameOf('team', value.teamId), ...value.labelIds.map((l) => nameOf('label', l)),
  ].filter(Boolean);
  return (
    <li>
      {value.conversationId ? <ConversationLink id={value.conversationId} /> : <Text span size="sm" className="quiet">{t('erased')}</Text>}
      <Text size="xs" className="quiet">{dateTime(value.at)} · <bdi>{more.join(' · ')}</bdi></Text>
      {isTimed(report) && <Text size="sm">{t('tookOf', { took: took(value.tookMs), office: took(value.officeMs) })}</Text>}
    </li>
  );
}

/** A conversation by the name of its contact. */
export function ConversationLink({ id }: { id: string }) {
  const { t } = useTranslation('reports');
  const conversation = useQuery({ queryKey: ['reports', 'conversation', id], staleTime: 600_000, retry: false, queryFn: () => api.conversations.get(id) });
  return <Anchor component={Link} to={`/inbox/${id}` as never} size="sm" fw={600}><bdi>{conversation.data?.contactName || t('conversation')}</bdi></Anchor>;
}
