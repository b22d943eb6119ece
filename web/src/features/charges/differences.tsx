import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChargeDifference, Reconciliation } from '@service/sdk';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { csvOf } from '../../lib/csv';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { dayText, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { useNameOf, worth } from './data';

type Side = NonNullable<ChargeDifference['ledger']>;
const kept = 5000;

/** The differences one by one, with what each side says and the messages behind them. */
export function Differences({ value, causes, found }: { value: Reconciliation; causes: string[]; found: number }) {
  const { t } = useTranslation('charges');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const cause = causes.find((c) => c === search.cause) as ChargeDifference['cause'] | undefined;
  const list = useInfiniteQuery({
    queryKey: ['charges', 'reconciliation', value.id, 'differences', cause], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.charges.differences(value.id, { limit: 50, cause, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const save = useMutation({
    mutationFn: async () => download(Promise.resolve(new Response(tableOf(await all(api.charges.differences(value.id, { limit: 200, cause }))))), `${t('reconcile.one')} ${value.from} ${value.to}.csv`),
    onError: tellError,
  });
  return (
    <Card title={t('reconcile.one')} actions={(<Group gap="xs">
      <Select size="xs" w={240} aria-label={t('reconcile.cause')} placeholder={t('reconcile.anyCause')} clearable value={cause ?? null}
        onChange={(c) => go({ part: 'charges', parts: ['reconciliations', value.id], search: { cause: c ?? undefined }, replace: true })}
        data={causes.map((c) => ({ value: c, label: t(`cause.${c}.name`, { defaultValue: c }) }))} />
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} loading={save.isPending} onClick={() => save.mutate()}>{t('exportCsv')}</Button>
    </Group>)}>
      {found > kept && <Text size="xs" className="quiet" mb="xs">{t('reconcile.kept', { n: number(kept) })}</Text>}
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isLoading && <Loading />}
      {list.data?.pages.flatMap((p) => p.data).map((d) => <Difference key={d.number} value={d} currency={value.currency} />)}
      {list.hasNextPage && <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Card>
  );
}

const head = ['number', 'cause', 'count', ...['ledger', 'provider'].flatMap((side) => ['date', 'market', 'category', 'type', 'count', 'amount'].map((name) => `${side}:${name}`)), 'messageIds'];

/** The differences as a table, such as for a question to the provider. */
const tableOf = (differences: readonly ChargeDifference[]): string =>
  csvOf([head, ...differences.map((d) => [d.number, d.cause, d.count, ...cellsOf(d.ledger), ...cellsOf(d.provider), d.messageIds.join(' ')])]);

const cellsOf = (side: Side | null) => (side ? [side.date, side.market, side.category, side.type, side.count, side.amount] : Array<undefined>(6).fill(undefined));

function Difference({ value: d, currency }: { value: ChargeDifference; currency: string | null }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  const side = d.ledger ?? d.provider;
  return (
    <details className="ch-difference">
      <summary>
        <span>
          <Badge variant="light" color="orange" tt="none">{t(`cause.${d.cause}.name`)}</Badge>
          {side && <Text span size="sm">{whenOf(side.date)} · {nameOf('category', side.category)}{side.market && ` · ${side.market}`}</Text>}
          <Text span size="sm" className="quiet amount">{t('messages', { count: d.count, n: number(d.count) })}</Text>
        </span>
      </summary>
      <Text size="sm" mt="xs">{t(`cause.${d.cause}.means`)} {t(`cause.${d.cause}.do`)}</Text>
      <div className="ch-sides">
        <SideOf title={t('reconcile.ledger')} side={d.ledger} currency={currency} />
        <SideOf title={t('reconcile.provider')} side={d.provider} currency={currency} />
      </div>
      <Text size="sm" fw={600}>{t('reconcile.behind')}</Text>
      {d.messageIds.length === 0 ? <Text size="sm" className="quiet">{t('reconcile.noneBehind')}</Text> : (
        <div className="ch-messages">{d.messageIds.map((id) => <Anchor key={id} component={Link} to={`/charges/ledger/${id}` as never} size="sm"><bdi className="mono">{id}</bdi></Anchor>)}</div>
      )}
    </details>
  );
}

/** A day, or the month of an invoice that has no days. */
const whenOf = (date: string) => (date.length > 7 ? dayText(date) : dayText(`${date}-01`, { month: 'long', year: 'numeric' }));

function SideOf({ title, side, currency }: { title: string; side: Side | null; currency: string | null }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  return (
    <div>
      <h4>{title}</h4>
      {!side ? <Text size="sm" className="quiet">{t('reconcile.notThere')}</Text> : (
        <>
          <LabelledValue label={t('reconcile.when')}>{whenOf(side.date)}</LabelledValue>
          <LabelledValue label={t('dimension.category')}>{nameOf('category', side.category)}</LabelledValue>
          {side.market && <LabelledValue label={t('dimension.market')}>{side.market}</LabelledValue>}
          {side.type && <LabelledValue label={t('reconcile.type')}>{side.type}</LabelledValue>}
          {side.phoneNumberId && <LabelledValue label={t('dimension.phoneNumber')}><bdi dir="ltr">{nameOf('phoneNumber', side.phoneNumberId)}</bdi></LabelledValue>}
          <LabelledValue label={t('column.count')}>{number(side.count)}</LabelledValue>
          <LabelledValue label={t('column.amount')}>{worth(side.amount, currency) ?? t('notKnown')}</LabelledValue>
        </>
      )}
    </div>
  );
}
