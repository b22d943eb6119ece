import { Alert, Button, Group, Select, SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconClockCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndingWindow, WindowReport } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dayText, duration, money, number } from '../../lib/format';
import { usePlace, type Search } from '../../lib/place';
import { useNameOf } from './data';
import { Whose } from './filters';
import { ConversationLink } from './items';

const spans = ['30', '60', '120', '240', '720', '1440'];
const atOnce = 25;

/** Which windows end while contacts wait, and what templates to them would cost afterwards. */
export function Windows() {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const within = spans.find((s) => s === search.within);
  const put = (more: Search) => go({ part: 'reports', parts: ['windows'], search: { ...search, ...more }, replace: true });
  const params = { withinMinutes: within ? Number(within) : undefined, teamId: search.teamId, agentId: search.agentId, phoneNumberId: search.phoneNumberId };
  const report = useQuery({ queryKey: ['reports', 'window', params], queryFn: ({ signal }) => api.reports.window(params, { signal }), placeholderData: keepPreviousData, refetchInterval: 30_000 });
  return (
    <>
      <Group gap="sm" align="end" mb="md">
        <Select size="xs" w={170} label={t('window.within')} placeholder={report.data && duration(report.data.withinMinutes * 60)} clearable value={within ?? null} onChange={(v) => put({ within: v ?? undefined })}
          data={spans.map((value) => ({ value, label: duration(Number(value) * 60) }))} />
        <Whose section="windows" labels={false} />
      </Group>
      {report.error ? <Trouble error={report.error} retry={() => void report.refetch()} /> : !report.data ? <Loading /> : report.data.count === 0 ? (
        <Empty icon={IconClockCheck} title={t('window.none')}>{t('window.noneHint')}</Empty>
      ) : <Found report={report.data} />}
    </>
  );
}

const priceOf = (price: EndingWindow['utility']) => (price ? money(price.amount, price.currency) : '–');

function Found({ report }: { report: WindowReport }) {
  const { t } = useTranslation('reports');
  const { t: shared } = useTranslation();
  const nameOf = useNameOf();
  const [shown, setShown] = useState(atOnce);
  const cost = (of: WindowReport['utility']) => (of.sums.length > 0 ? of.sums.map((s) => <div key={s.currency}>{money(s.amount, s.currency)}</div>) : '–');
  const unknown = (of: WindowReport['utility']) => (of.unknown > 0 ? t('window.unknown', { n: number(of.unknown) }) : undefined);
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 3 }} mb="md">
        <Figure label={t('window.count')} value={`${number(report.count)}${report.more ? '+' : ''}`} hint={t('window.countHint', { time: duration(report.withinMinutes * 60) })} />
        <Figure label={t('window.utility')} value={cost(report.utility)} hint={unknown(report.utility)} />
        <Figure label={t('window.marketing')} value={cost(report.marketing)} hint={unknown(report.marketing)} />
      </SimpleGrid>
      <Alert color="blue" variant="light" mb="md"><Text size="sm">{t('window.estimate', { day: report.rateCard ? dayText(report.rateCard) : '–' })}</Text></Alert>
      <div className="framed" tabIndex={0}>
        <Table verticalSpacing="xs" aria-label={t('section.windows')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('conversation')}</Table.Th><Table.Th>{t('window.ends')}</Table.Th><Table.Th>{t('window.waits')}</Table.Th><Table.Th>{t('by.team')}</Table.Th><Table.Th>{t('by.agent')}</Table.Th>
              <Table.Th ta="end">{t('window.utility')}</Table.Th><Table.Th ta="end">{t('window.marketing')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.items.slice(0, shown).map((w) => (
              <Table.Tr key={w.conversationId}>
                <Table.Td><ConversationLink id={w.conversationId} /></Table.Td>
                <Table.Td><Moment at={w.closesAt} whole /></Table.Td>
                <Table.Td><Moment at={w.waitingSince} /></Table.Td>
                <Table.Td dir="auto">{w.teamId ? nameOf('team', w.teamId) : '–'}</Table.Td>
                <Table.Td dir="auto">{w.agentId ? nameOf('agent', w.agentId) : '–'}</Table.Td>
                <Table.Td ta="end" className="amount">{priceOf(w.utility)}</Table.Td>
                <Table.Td ta="end" className="amount">{priceOf(w.marketing)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {shown < report.items.length && <Button mt="sm" variant="default" onClick={() => setShown(shown + atOnce)}>{shared('state.more')}</Button>}
      {report.count > report.items.length && <Text size="xs" className="quiet" mt="xs">{t('window.first', { n: number(report.items.length) })}</Text>}
    </>
  );
}
