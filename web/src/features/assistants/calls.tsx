import { Badge, Button, Center, Group, Select, Switch, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { milliseconds, money, number } from '../../lib/format';
import { providerName, useProviders } from './data';

const purposes = ['reply', 'test', 'evaluation', 'embedding', 'summary', 'promise', 'proposal'] as const;

/** Every single call to an AI provider, the newest first. */
export function Calls() {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const providers = useProviders().data;
  const [failed, setFailed] = useState(false);
  const [purpose, setPurpose] = useState<string | null>(null);
  const list = useInfiniteQuery({
    queryKey: ['ai', 'calls', failed, purpose], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.ai.calls({ limit: 20, cursor, purpose: purpose ?? undefined, ...(failed && { failed }) }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Card title={t('calls.title')} actions={(
      <Group gap="sm">
        <Switch size="xs" label={t('calls.failed')} checked={failed} onChange={(e) => setFailed(e.currentTarget.checked)} />
        <Select size="xs" w={150} aria-label={t('usage.by_purpose')} placeholder={t('calls.anyPurpose')} clearable value={purpose} onChange={setPurpose} data={purposes.map((p) => ({ value: p, label: t(`purpose.${p}`) }))} />
      </Group>
    )}>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length === 0 ? <Text size="sm" className="quiet">{t('calls.none')}</Text> : (
        <div className="framed">
          <Table verticalSpacing="xs">
            <Table.Thead><Table.Tr><Table.Th>{t('usage.by_provider')}</Table.Th><Table.Th>{t('usage.by_purpose')}</Table.Th><Table.Th>{t('calls.result')}</Table.Th><Table.Th ta="end">{t('usage.tokens')}</Table.Th><Table.Th ta="end">{t('usage.cost')}</Table.Th><Table.Th>{t('autonomy.at')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((c, i) => (
                <Table.Tr key={c.id ?? i}>
                  <Table.Td>{c.providerId ? <bdi>{providerName(providers, c.providerId)}</bdi> : '–'}<Text size="xs" className="quiet"><bdi>{c.answeredModel ?? c.model}</bdi></Text></Table.Td>
                  <Table.Td>{c.conversationId ? <Link className="as-link" to={`/inbox/${c.conversationId}` as never}>{t(`purpose.${c.purpose}`)}</Link> : t(`purpose.${c.purpose}`)}</Table.Td>
                  <Table.Td><Badge variant="light" tt="none" color={c.ok ? 'brand' : 'red'}>{c.ok && !c.class ? t('class.succeeded') : t(`class.${c.class}`, { defaultValue: c.class ?? '' })}</Badge> <Text span size="xs" className="quiet amount">{milliseconds(c.latencyMs)}</Text>{c.detail && <Text size="xs" className="quiet" dir="auto" lineClamp={2} maw={300}>{c.detail}</Text>}</Table.Td>
                  <Table.Td ta="end" className="amount">{number(c.tokens.total)}</Table.Td>
                  <Table.Td ta="end" className="amount">{c.cost ? money(c.cost.amount, c.cost.currency) : '–'}</Table.Td>
                  <Table.Td><Moment at={c.createdAt} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </Card>
  );
}
