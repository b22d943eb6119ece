import { Button, Group, Select, SegmentedControl, SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDownload, IconHourglass } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingReport } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { ownTimeZone } from '../../components/week-hours';
import { api } from '../../lib/api';
import { saveCSV } from '../../lib/csv';
import { duration, number, percent } from '../../lib/format';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { later } from '../../lib/later';
import { useAvailability, useTeams } from './data';

const WaitingChart = later(() => import('./waiting-chart'));
const spans = [7, 14, 30, 90] as const;

/** The first of so many days until today, by the clock of this browser. */
const firstOf = (days: number) => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(Date.now() - (days - 1) * 86_400_000);

/** Who waits now, and why contacts waited: every millisecond has exactly one cause. */
export function Waiting() {
  const { t } = useTranslation('routing');
  const { search, go } = usePlace();
  const teams = useTeams().data ?? [];
  const span = spans.find((s) => String(s) === search.days) ?? 7;
  const put = (change: Record<string, string | undefined>) => go({ part: 'routing', parts: ['waiting'], search: { ...search, ...change }, replace: true });
  const from = firstOf(span);
  const report = useQuery({
    queryKey: ['routing', 'waiting', from, search.team], placeholderData: keepPreviousData, refetchInterval: 60_000,
    queryFn: () => api.reports.waiting({ from, timeZone: ownTimeZone(), teamId: search.team, groupBy: 'agent' }),
  });
  const r = report.data;
  return (
    <>
      <Now />
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="sm">
          <SegmentedControl size="xs" aria-label={t('waiting.span')} value={String(span)} onChange={(v) => put({ days: v })} data={spans.map((s) => ({ value: String(s), label: t('waiting.days', { n: s }) }))} />
          <Select size="xs" aria-label={t('team')} placeholder={t('anyTeam')} clearable value={search.team ?? null} onChange={(v) => put({ team: v ?? undefined })} data={teams.map((x) => ({ value: x.id, label: x.name }))} />
        </Group>
        {r && r.waitCount > 0 && <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} onClick={() => void saveCSV([['date', 'cause', 'waitedMs', 'share'], ...r.days.flatMap((d) => d.causes.map((c) => [d.date, c.cause, c.waitedMs, c.share]))], `waiting-${r.from}-${r.to}.csv`)}>{t('app:action.export')}</Button>}
      </Group>
      {report.error ? <Trouble error={report.error} retry={() => void report.refetch()} /> : !r ? <Loading /> : r.waitedMs === 0 ? <Empty icon={IconHourglass} title={t('waiting.none')}>{t('waiting.noneHint')}</Empty> : <Report value={r} />}
    </>
  );
}

/** What waits at this moment, by team. */
function Now() {
  const { t } = useTranslation('routing');
  const teams = useTeams().data ?? [];
  const counts = useQuery({ queryKey: ['conversation-counts'], queryFn: () => api.conversations.counts(), refetchInterval: 15_000 });
  useLive(['conversation.'], () => void counts.refetch(), () => void counts.refetch());
  const c = counts.data;
  if (!c) return null;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} mb="md">
      <Figure label={t('waiting.now')} value={number(c.needsAnswer)} hint={t('waiting.unassigned', { n: number(c.unassigned) })} />
      {c.teams.map((x) => <Figure key={x.teamId} label={teams.find((team) => team.id === x.teamId)?.name ?? t('gone')} value={number(x.needsAnswer)} hint={<Link className="ro-link" to={`/inbox` as never} search={{ teamId: x.teamId } as never}>{t('waiting.ofOpen', { n: number(x.all) })}</Link>} />)}
    </SimpleGrid>
  );
}

function Report({ value: r }: { value: WaitingReport }) {
  const { t } = useTranslation('routing');
  const people = useAvailability().data ?? [];
  const parts = r.causes.flatMap((c) => [
    ...(c.skills ?? []).map((s) => ({ key: `s ${s.skill}`, label: t('waiting.skill', { name: s.skill ?? t('waiting.rest') }), of: c.cause, ms: s.waitedMs, share: s.share })),
    ...(c.agents ?? []).map((a) => ({ key: `a ${c.cause} ${a.agentId}`, label: a.agentId ? people.find((p) => p.userId === a.agentId)?.name ?? t('gone') : t('waiting.rest'), of: c.cause, ms: a.waitedMs, share: a.share })),
  ]);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3 }} mb="md">
        <Figure label={t('waiting.total')} value={duration(r.waitedMs / 1000)} />
        <Figure label={t('waiting.count')} value={number(r.waitCount)} />
        <Figure label={t('waiting.mean')} value={r.waitCount > 0 ? duration(r.waitedMs / 1000 / r.waitCount) : '–'} />
      </SimpleGrid>
      <Card title={t('waiting.perDay')}><Suspense fallback={<Loading lines={5} />}><WaitingChart report={r} /></Suspense></Card>
      <Card title={t('waiting.causes')}>
        <div className="framed" tabIndex={0}>
          <Table verticalSpacing="xs">
            <Table.Thead><Table.Tr><Table.Th>{t('waiting.cause')}</Table.Th><Table.Th ta="end">{t('waiting.waited')}</Table.Th><Table.Th ta="end">{t('waiting.share')}</Table.Th><Table.Th w="30%" aria-hidden /></Table.Tr></Table.Thead>
            <Table.Tbody>
              {r.causes.map((c) => (
                <Table.Tr key={c.cause}>
                  <Table.Th scope="row" fw={500}>{t(`cause.${c.cause}`)}{parts.filter((p) => p.of === c.cause).map((p) => <Text key={p.key} size="xs" className="quiet" fw={400} ps="sm"><bdi>{p.label}</bdi> · {duration(p.ms / 1000)} · {percent(p.share)}</Text>)}</Table.Th>
                  <Table.Td ta="end" className="amount">{duration(c.waitedMs / 1000)}</Table.Td>
                  <Table.Td ta="end" className="amount">{percent(c.share)}</Table.Td>
                  <Table.Td aria-hidden><svg className="ro-share" viewBox="0 0 100 8" preserveAspectRatio="none"><rect className="ro-share-all" width="100" height="8" /><rect className="ro-share-part" width={c.share * 100} height="8" /></svg></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Card>
    </>
  );
}
