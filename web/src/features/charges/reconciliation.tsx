import { Alert, Anchor, Group, Progress, SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation as Value } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, number } from '../../lib/format';
import { useAccounts, useWho, worth } from './data';
import { Differences } from './differences';
import { goesOn, Outcome, spanOf, sumOf } from './reconciliations';

/** One comparison: how far it is, what both sides have, and why they differ. */
export function Reconciliation({ id }: { id: string }) {
  const { t } = useTranslation('charges');
  const accounts = useAccounts().data;
  const who = useWho();
  const run = useQuery({ queryKey: ['charges', 'reconciliation', id], queryFn: () => api.charges.reconciliation(id), refetchInterval: ({ state }) => (goesOn(state.data) ? 1000 : false) });
  const value = run.data;
  if (run.error) return <Trouble error={run.error} retry={() => void run.refetch()} />;
  if (!value) return <Loading />;
  return (
    <>
      <Anchor component={Link} to={'/charges/reconciliations' as never} size="sm">{t('reconcile.all')}</Anchor>
      <Group justify="space-between" mt="xs" mb="md" gap="sm">
        <div>
          <h2 className="ch-heading">{spanOf(value)}</h2>
          <Text size="sm" className="quiet"><bdi>{accounts?.find((a) => a.id === value.messagingAccountId)?.name ?? value.messagingAccountId}</bdi> · {t(`reconcile.source_${value.source}`)} · {dateTime(value.startedAt)} · <bdi>{who(value.madeBy)}</bdi></Text>
        </div>
        <div role="status"><Outcome value={value} /></div>
      </Group>
      {goesOn(value) && <Progress value={value.total ? (100 * value.done) / value.total : 100} animated={value.state === 'running'} aria-label={t('reconcile.start')} mb="md" />}
      {value.retryAt && <Alert color="orange" mb="md">{t('reconcile.retry', { at: dateTime(value.retryAt) })}</Alert>}
      {value.error && <Alert color="red" role="alert" mb="md">{value.error}</Alert>}
      {value.result && <Found value={value} result={value.result} />}
    </>
  );
}

function Found({ value, result }: { value: Value; result: NonNullable<Value['result']> }) {
  const { t } = useTranslation('charges');
  const side = (of: typeof result.ledger) => worth(of.amount, value.currency) ?? t('notTold');
  const hint = (of: typeof result.ledger) => [t('messages', { count: of.count, n: number(of.count) }), of.unpriced > 0 && t('unpricedShort', { count: of.unpriced, n: number(of.unpriced) })].filter(Boolean).join(' · ');
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('reconcile.ledger')} value={side(result.ledger)} hint={hint(result.ledger)} />
        <Figure label={t('reconcile.provider')} value={side(result.provider)} hint={hint(result.provider)} />
        <Figure label={t('reconcile.more')} value={worth(sumOf(value), value.currency)} hint={t('reconcile.moreHint')} />
        <Figure label={t('reconcile.agreed')} value={number(result.agreed)} hint={t('reconcile.agreedHint')} />
      </SimpleGrid>
      {result.differences === 0 ? <Alert color="brand" icon={<IconCircleCheck size={18} />}>{t('reconcile.agreesHint')}</Alert> : (
        <>
          <Card title={t('reconcile.causes')}><Causes result={result} currency={value.currency} /></Card>
          <Differences value={value} causes={result.causes.map((c) => c.cause)} found={result.differences} />
        </>
      )}
    </>
  );
}

function Causes({ result, currency }: { result: NonNullable<Value['result']>; currency: string | null }) {
  const { t } = useTranslation('charges');
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table verticalSpacing="xs" aria-label={t('reconcile.causes')}>
        <Table.Thead>
          <Table.Tr><Table.Th>{t('reconcile.cause')}</Table.Th><Table.Th>{t('reconcile.doThis')}</Table.Th><Table.Th ta="end">{t('column.count')}</Table.Th><Table.Th ta="end">{t('reconcile.more')}</Table.Th></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.causes.map((c) => (
            <Table.Tr key={c.cause}>
              <Table.Td maw={340}><Text size="sm" fw={600}>{t(`cause.${c.cause}.name`, { defaultValue: c.cause })}</Text><Text size="xs" className="quiet">{t(`cause.${c.cause}.means`, { defaultValue: c.means })}</Text></Table.Td>
              <Table.Td maw={320}><Text size="sm">{t(`cause.${c.cause}.do`, { defaultValue: c.doThis })}</Text></Table.Td>
              <Table.Td ta="end" className="amount">{number(c.count)}</Table.Td>
              <Table.Td ta="end" className="amount">{worth(c.amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
