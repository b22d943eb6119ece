import { Anchor, Button, Drawer, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BookedCharge } from '@service/sdk';
import { Copy } from '../../components/copy';
import { LabelledValue } from '../../components/labelled-value';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, dayText, number, percent } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { useNameOf, worth } from './data';
import { cardOf } from './sums';

/** What was booked for a message, step by step, with the rule and the card behind each price. */
export function ChargesOfMessage({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('charges');
  const { t: shared } = useTranslation();
  const me = useMe();
  const message = useQuery({ queryKey: ['charges', 'message', id], enabled: may(me, 'messages:read'), retry: false, staleTime: 300_000, queryFn: () => api.messages.get(id) });
  const list = useInfiniteQuery({
    queryKey: ['charges', 'ledger', 'message', id], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.charges.list({ messageId: id, limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  const conversation = message.data?.conversationId;
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={t('chargesOfMessage')}>
      <LabelledValue label={t('messageId')}><bdi className="mono">{id}</bdi> <Copy value={id} /></LabelledValue>
      {conversation && <Button component={Link} to={`/inbox/${conversation}` as never} mb="md" size="xs" variant="default" leftSection={<IconMessage size={15} />}>{t('openConversation')}</Button>}
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isLoading && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t('none')}>{t('notBooked')}</Empty>}
      {rows.map((row) => <Row key={row.id} row={row} />)}
      {list.hasNextPage && <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Drawer>
  );
}

function Row({ row }: { row: BookedCharge }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  const card = cardOf(row);
  return (
    <section className="ch-row">
      <h3>
        <span>{t(row.kind === 'booking' ? 'kind.booking' : row.count < 0 ? 'kind.takenBack' : 'kind.correction')}</span>
        <span className="amount">{worth(row.amount, row.currency) ?? t('notKnown')}</span>
      </h3>
      <LabelledValue label={t('column.bookedAt')}>{dateTime(row.bookedAt)}</LabelledValue>
      <LabelledValue label={t('column.rule')}>{nameOf('rule', row.rule)}<Text size="xs" className="quiet">{t(`ruleHint.${row.rule}`)}</Text></LabelledValue>
      <LabelledValue label={t('rateCard')}>{card ? <CardLink {...card} /> : t(row.amount === null ? 'noCard' : 'noCardNeeded')}</LabelledValue>
      <LabelledValue label={t('column.count')}>{number(row.count)}</LabelledValue>
      <LabelledValue label={t('figure.markup')}>{percent(Number(row.markup) / (Number(row.amount) || 1))}</LabelledValue>
      <LabelledValue label={t('dimension.category')}>{nameOf('category', row.category)}</LabelledValue>
      <LabelledValue label={t('model.title')}>{t(`model.${row.model}`)}</LabelledValue>
      <LabelledValue label={t('dimension.market')}>{nameOf('market', row.market)}</LabelledValue>
      <LabelledValue label={t('dimension.phoneNumber')}><bdi dir="ltr">{nameOf('phoneNumber', row.phoneNumberId)}</bdi></LabelledValue>
      {row.templateName && <LabelledValue label={t('dimension.template')}><bdi>{row.templateName}</bdi></LabelledValue>}
      {row.broadcastId && <LabelledValue label={t('dimension.broadcast')}><Anchor component={Link} to={`/broadcasts/${row.broadcastId}` as never} size="sm"><bdi>{nameOf('broadcast', row.broadcastId)}</bdi></Anchor></LabelledValue>}
      {row.assistantId && <LabelledValue label={t('dimension.assistant')}><bdi>{nameOf('assistant', row.assistantId)}</bdi></LabelledValue>}
      {row.labelIds.length > 0 && <LabelledValue label={t('dimension.label')}><bdi>{row.labelIds.map((id) => nameOf('label', id)).join(', ')}</bdi></LabelledValue>}
      {row.participantId && <LabelledValue label={t('participant')}><bdi className="mono">{row.participantId}</bdi></LabelledValue>}
      <LabelledValue label={t('rowId')}><bdi className="mono">{row.id}</bdi></LabelledValue>
    </section>
  );
}

/** The card of a price: one of the workspace's can be opened, the listed one comes with the service. */
function CardLink({ id, day }: { id: string; day: string }) {
  const { t } = useTranslation('charges');
  return (
    <>
      {id === 'listed' ? t('listed') : <Anchor component={Link} to={`/charges/rate-cards/${id}` as never} size="sm">{t('ownCard')}</Anchor>}
      {day && <Text size="xs" className="quiet">{t('priceSince', { day: dayText(day) })}</Text>}
    </>
  );
}
