import { Alert, Button, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconPigMoney } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ChargeSavings, SavingCause, SavingMessage } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Moment } from '../../components/moment';
import { PeriodPicker } from '../../components/period';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { lengthOf, periodOf, utcToday, type Period } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { useNameOf, worth } from './data';

const longest = 92;

/** What messages cost that could have cost nothing, by why, with the messages. */
export function Savings() {
  const { t } = useTranslation('charges');
  const { search, go } = usePlace();
  const period = periodOf(search, 30, utcToday());
  const tooLong = lengthOf(period) > longest;
  const found = useQuery({
    queryKey: ['charges', 'savings', period.from, period.to], enabled: !tooLong,
    queryFn: ({ signal }) => api.charges.savings(period, { signal }),
  });
  const put = (more: Search) => go({ part: 'charges', parts: ['savings'], search: { ...search, ...more }, replace: true });
  const causes = found.data?.causes.filter((c) => c.count > 0) ?? [];
  const chosen = causes.find((c) => c.cause === search.cause);
  return (
    <>
      <Group mb="md"><PeriodPicker value={period} now={utcToday()} onChange={(p) => put({ ...p })} /></Group>
      <Text size="sm" className="quiet" mb="md" maw={720}>{t('savings.hint')}</Text>
      {tooLong ? <Alert color="yellow" variant="light" role="status" icon={<IconAlertTriangle size={18} />}><Text size="sm" c="var(--warn-text)">{t('savings.tooLong', { n: number(longest) })}</Text></Alert>
        : found.error ? <Trouble error={found.error} retry={() => void found.refetch()} /> : !found.data ? <Loading lines={8} /> : (
          <>
            {!found.data.complete && <Alert color="yellow" variant="light" mb="md" role="status" icon={<IconAlertTriangle size={18} />}><Text size="sm" c="var(--warn-text)">{t('savings.incomplete')}</Text></Alert>}
            {causes.length === 0 ? <Empty icon={IconPigMoney} title={t('savings.none')}>{t('savings.noneHint')}</Empty> : (
              <>
                <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
                  <Figure label={t('section.savings')} value={<Amounts amounts={found.data.amounts} />} />
                  <Figure label={t('savings.messages')} value={number(found.data.count)} hint={t('savings.once')} />
                </SimpleGrid>
                <Card title={t('savings.causes')}><Causes causes={causes} chosen={chosen?.cause} choose={(cause) => put({ cause })} /></Card>
                {chosen && <Messages key={chosen.cause} cause={chosen.cause} period={period} />}
              </>
            )}
          </>
        )}
    </>
  );
}

function Amounts({ amounts }: { amounts: ChargeSavings['amounts'] }) {
  const { t } = useTranslation('charges');
  return amounts.map((a) => <div key={a.currency ?? ''}>{worth(a.amount, a.currency) ?? t('notKnown')}</div>);
}

function Causes({ causes, chosen, choose }: { causes: ChargeSavings['causes']; chosen?: SavingCause; choose: (cause?: SavingCause) => void }) {
  const { t } = useTranslation('charges');
  return causes.map((c) => {
    const name = t(`savings.of.${c.cause}.name`, { defaultValue: c.cause });
    const count = t('messages', { count: c.count, n: number(c.count) });
    const open = c.cause === chosen;
    return (
      <section key={c.cause} className="ch-row" aria-label={name}>
        <h3>{name}<span className="amount"><Amounts amounts={c.amounts} /></span></h3>
        <Text size="sm" className="quiet" maw={720}>{t(`savings.of.${c.cause}.rule`, { defaultValue: c.rule })}</Text>
        <Button mt="xs" size="xs" variant={open ? 'light' : 'default'} aria-expanded={open} aria-label={`${count}: ${name}`} onClick={() => choose(open ? undefined : c.cause)}>{count}</Button>
      </section>
    );
  });
}

/** The messages behind a cause. A page may be short, even empty, although more follow. */
function Messages({ cause, period }: { cause: SavingCause; period: Period }) {
  const { t } = useTranslation('charges');
  const { t: shared } = useTranslation();
  const list = useInfiniteQuery({
    queryKey: ['charges', 'savings', cause, period.from, period.to], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.charges.savingMessages(cause, { ...period, limit: 50, cursor }, { signal }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Card title={t('savings.behind', { name: t(`savings.of.${cause}.name`) })}>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length > 0 ? <Rows rows={rows} />
        : <Text size="sm" className="quiet" role="status">{t(list.hasNextPage ? 'savings.noneYet' : 'savings.noneHere')}</Text>}
      {list.hasNextPage && <Button mt="xs" variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </Card>
  );
}

function Rows({ rows }: { rows: SavingMessage[] }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table verticalSpacing="xs" aria-label={t('savings.messages')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('savings.sent')}</Table.Th><Table.Th>{t('column.category')}</Table.Th><Table.Th>{t('dimension.template')}</Table.Th><Table.Th ta="end">{t('column.amount')}</Table.Th><Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((m) => (
            <Table.Tr key={m.messageId}>
              <Table.Td><Link className="ch-link" to={`/charges/ledger/${m.messageId}` as never} aria-label={t('openCharge', { id: m.messageId })}><Moment at={m.sentAt} whole /></Link></Table.Td>
              <Table.Td>{nameOf('category', m.category)}</Table.Td>
              <Table.Td dir="auto">{m.templateName ?? t('without')}</Table.Td>
              <Table.Td ta="end" className="amount">{worth(m.amount, m.currency)}</Table.Td>
              <Table.Td ta="end"><Link className="ch-link" to={`/inbox/${m.conversationId}` as never}>{t('openConversation')}</Link></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
