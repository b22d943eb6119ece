import { Anchor, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast } from '@service/sdk';
import { Figure } from '../../components/figure';
import { LabelledValue } from '../../components/labelled-value';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, money, number, percent } from '../../lib/format';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { Controls } from './controls';
import { ExperimentLines, ExperimentNow } from './experiment-parts';
import { FailedLink, Failures } from './failures';
import { Excluded, useForecast } from './forecast';
import { Limits, useFrequency } from './limits';
import { Recipients } from './recipients';
import { Results } from './results';
import { ScheduledFor, useQuietHours } from './schedule';
import { Bar, PauseReason, Status } from './status';

const tabs = ['overview', 'recipients', 'results'] as const;

/** Deliveries and reads go on for a while after the last message has left. */
const settlesFor = 10 * 60_000;

export function Detail({ id }: { id: string }) {
  const { t } = useTranslation('broadcasts');
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const broadcast = useQuery({
    queryKey: ['broadcast', id],
    queryFn: () => api.broadcasts.get(id),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (data.status === 'running' || data.counts.sending > 0) return 1000;
      return data.endedAt && Date.now() - Date.parse(data.endedAt) < settlesFor ? 3000 : false;
    },
  });
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['broadcast', id] });
    void queries.invalidateQueries({ queryKey: ['broadcast-recipients', id] });
  };
  useLive(['broadcast.'], refresh, refresh);
  const status = broadcast.data?.status;
  useEffect(() => {
    if (status === 'draft') go({ part: 'broadcasts', parts: [id], search: { step: 'forecast' }, replace: true });
  }, [status, id, go]);
  if (broadcast.error) return <Trouble error={broadcast.error} retry={refresh} />;
  if (!broadcast.data) return <Loading />;
  const b = broadcast.data;
  const tab = tabs.find((one) => one === search.tab) ?? 'overview';
  return (
    <Page title={b.name} actions={<Controls broadcast={b} />}>
      <Stack gap="md">
        <div><Anchor component={Link} to={'/broadcasts' as never} size="sm"><IconArrowLeft size={14} className="bc-inline turn" aria-hidden /> {t('allOfThem')}</Anchor></div>
        <Group gap="sm"><Status status={b.status} /><Text size="sm" className="quiet">{b.templateName} · {b.language}</Text></Group>
        <PauseReason broadcast={b} />
        <Tabs value={tab} onChange={(v) => go({ part: 'broadcasts', parts: [id], search: v === 'overview' ? {} : { tab: v ?? undefined }, replace: true })} keepMounted={false}>
          <Tabs.List mb="md">{tabs.map((one) => <Tabs.Tab key={one} value={one}>{t(`tab.${one}`)}</Tabs.Tab>)}</Tabs.List>
          <Tabs.Panel value="overview"><Overview broadcast={b} refresh={refresh} /></Tabs.Panel>
          <Tabs.Panel value="recipients"><Recipients broadcast={b} /></Tabs.Panel>
          <Tabs.Panel value="results"><Results broadcast={b} /></Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  );
}

function Overview({ broadcast: b, refresh }: { broadcast: Broadcast; refresh: () => void }) {
  const { t } = useTranslation('broadcasts');
  const frequency = useFrequency();
  const quietHours = useQuietHours();
  const { counts } = b;
  const ofAll = (n: number) => (b.startedAt && counts.recipients > 0 ? t('ofAll', { part: percent(n / counts.recipients) }) : undefined);
  const atLimit = b.status === 'paused' && /limit_reached/.test(b.reason);
  return (
    <Stack gap="md">
      <ExperimentNow broadcast={b} />
      <Paper withBorder p="md">
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5">{t('progress')}</Title>
          <Text size="sm" className="quiet amount" role="status">{t('sentOf', { sent: number(counts.sent), all: number(counts.recipients), failed: number(counts.failed) })}</Text>
        </Group>
        <Bar broadcast={b} tall />
        <Group gap="md" mt="xs" aria-hidden>
          {(['read', 'delivered', 'sent', 'failed'] as const).map((name) => (
            <Group key={name} gap={6}><span className={`bc-${name}`} style={{ width: 10, height: 10, borderRadius: 5 }} /><Text size="xs">{t(`state.${name}`)}</Text></Group>
          ))}
        </Group>
      </Paper>
      <div className="bc-figures">
        <Figure label={t('column.recipients')} value={number(counts.recipients)} />
        {(['sent', 'delivered', 'read', 'failed', 'answered'] as const).map((name) => (
          <Figure key={name} label={t(`column.${name}`)} value={name === 'failed' && counts.failed > 0 ? <FailedLink broadcast={b} /> : number(counts[name])} hint={ofAll(counts[name])} />
        ))}
      </div>
      <Failures broadcast={b} />
      <div className="bc-halves">
        <Paper withBorder p="md">
          <Title order={2} size="h5" mb="xs">{t('about')}</Title>
          {b.status === 'scheduled' ? <ExpectedCharge id={b.id} /> : <LabelledValue label={t('chargeSoFar')}>{money(b.charge.amount, b.charge.currency)}</LabelledValue>}
          <LabelledValue label={t('caps')}>{[b.limits.amount && b.limits.currency && money(b.limits.amount, b.limits.currency), b.limits.messages && t('capOfMessages', { count: b.limits.messages, n: number(b.limits.messages) })].filter(Boolean).join(' · ') || t('noCap')}</LabelledValue>
          <LabelledValue label={t('frequency.title')}>{frequency(b.frequencyCap)}</LabelledValue>
          {b.quietHours && <LabelledValue label={t('quiet.title')}>{quietHours(b.quietHours)}</LabelledValue>}
          <ExperimentLines experiment={b.experiment} />
          <ScheduledFor broadcast={b} />
          {b.startedAt && <LabelledValue label={t('startedAt')}>{dateTime(b.startedAt)}</LabelledValue>}
          {b.endedAt && <LabelledValue label={t('endedAt')}>{dateTime(b.endedAt)}</LabelledValue>}
          {counts.heldOut > 0 && <LabelledValue label={t('state.held_out')}>{number(counts.heldOut)}</LabelledValue>}
          {counts.canceled > 0 && <LabelledValue label={t('state.canceled')}>{number(counts.canceled)}</LabelledValue>}
        </Paper>
        <Excluded excluded={b.excluded} />
      </div>
      {atLimit && <Limits broadcast={b} currency={b.charge.currency} saved={refresh} label={t('saveCaps')} />}
    </Stack>
  );
}

/** What a planned broadcast will come to. */
function ExpectedCharge({ id }: { id: string }) {
  const { t } = useTranslation('broadcasts');
  const charge = useForecast(id).data?.charge;
  return (['expected', 'worst'] as const).map((name) => <LabelledValue key={name} label={t(name)}>{charge ? money(charge[name], charge.currency) : '–'}</LabelledValue>);
}
