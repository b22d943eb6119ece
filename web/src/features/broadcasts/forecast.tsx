import { Alert, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastForecast } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { duration, money, number, percent } from '../../lib/format';
import { TestPlan } from './experiment-parts';
import { Limits } from './limits';
import { Preparing } from './preparing';
import { RecipientList } from './recipients';
import { useReason } from './status';

export function useForecast(id: string) {
  return useQuery({
    queryKey: ['forecast', id],
    queryFn: () => api.broadcasts.forecast(id),
    refetchInterval: ({ state }) => (state.data?.prepared ? false : 800),
    staleTime: 0,
  });
}

/** The third step: what it comes to, and how far it may go. */
export function ForecastStep({ broadcast, back, next, test }: { broadcast: Broadcast; back: () => void; next: () => void; test: () => void }) {
  const { t } = useTranslation('broadcasts');
  const forecast = useForecast(broadcast.id);
  if (forecast.error) return <Trouble error={forecast.error} retry={() => void forecast.refetch()} />;
  if (!forecast.data) return <Loading />;
  const f = forecast.data;
  return (
    <Stack gap="md">
      {!f.prepared && <Preparing broadcast={broadcast} recipients={f.recipients} />}
      <Figures forecast={f} />
      {f.unpriced > 0 && <Alert color="orange">{t('unpriced', { count: f.unpriced })}</Alert>}
      {f.tier.headroom !== null && f.tier.headroom < 0 && <Alert color="orange">{t('overTier', { limit: number(f.tier.limit ?? 0), over: number(-f.tier.headroom) })}</Alert>}
      {f.prepared && f.recipients === 0 && <Alert color="orange">{t('nobody')}</Alert>}
      <div className="bc-halves">
        <Charge forecast={f} />
        <Stack gap="md">
          <TestPlan broadcast={broadcast} forecast={f} change={test} />
          <Excluded excluded={f.excluded} />
        </Stack>
      </div>
      {f.prepared && f.excluded.length > 0 && <WhoIsLeftOut broadcast={broadcast} />}
      <Limits broadcast={broadcast} currency={f.charge.currency} saved={next}>
        <Button variant="default" onClick={back}>{t('app:action.back')}</Button>
      </Limits>
    </Stack>
  );
}

function Figures({ forecast: f }: { forecast: BroadcastForecast }) {
  const { t } = useTranslation('broadcasts');
  const left = f.excluded.reduce((sum, e) => sum + e.count, 0);
  return (
    <div className="bc-figures">
      <Figure label={t('column.recipients')} value={number(f.recipients)} hint={f.heldOut > 0 ? t('heldOut', { count: f.heldOut }) : undefined} />
      <Figure label={t('leftOut')} value={number(left)} />
      <Figure label={t('expected')} value={money(f.charge.expected, f.charge.currency)} hint={f.category && t(`category.${f.category}`, { defaultValue: f.category })} />
      <Figure label={t('timeToFinish')} value={duration(f.secondsToFinish)} hint={t('perSecond', { n: number(f.throughput) })} />
    </div>
  );
}

function Charge({ forecast: f }: { forecast: BroadcastForecast }) {
  const { t } = useTranslation('broadcasts');
  const { best, expected, worst, currency } = f.charge;
  const part = (amount: string) => (Number(worst) > 0 ? (Number(amount) / Number(worst)) * 100 : 0);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">{t('charge')}</Title>
      <div className="bc-range" aria-hidden>
        <span style={{ insetInlineStart: `${part(best)}%`, insetInlineEnd: 0 }} />
        <i style={{ insetInlineStart: `${part(expected)}%` }} />
      </div>
      <Group justify="space-between" gap="xs">
        {([['best', best], ['expectedShort', expected], ['worst', worst]] as const).map(([name, amount]) => (
          <div key={name}><Text size="xs" className="quiet">{t(name)}</Text><Text fw={600} className="amount">{money(amount, currency)}</Text></div>
        ))}
      </Group>
      <Text size="xs" className="quiet" mt="xs">{f.delivered === null ? t('noPast') : t('past', { part: percent(f.delivered) })}{f.rateCard && ` · ${t('rateCard', { name: f.rateCard })}`}</Text>
      {f.markets.length > 0 && (
        <Table mt="sm" fz="sm">
          <Table.Thead><Table.Tr><Table.Th>{t('market')}</Table.Th><Table.Th ta="end">{t('column.recipients')}</Table.Th><Table.Th ta="end">{t('price')}</Table.Th><Table.Th ta="end">{t('worst')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {f.markets.map((m) => (
              <Table.Tr key={m.market}>
                <Table.Td>{m.market || '–'}</Table.Td><Table.Td ta="end" className="amount">{number(m.recipients)}</Table.Td>
                <Table.Td ta="end" className="amount">{m.prices.length === 0 && t('unknown')}
                  {m.prices.map((p) => <div key={p.after}>{p.after > 0 && <Text span size="xs" className="quiet">{t('afterMessages', { n: number(p.after) })} </Text>}{money(p.price, currency)}</div>)}</Table.Td>
                <Table.Td ta="end" className="amount">{m.worst === null ? '–' : money(m.worst, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

export function Excluded({ excluded }: { excluded: BroadcastForecast['excluded'] }) {
  const { t } = useTranslation('broadcasts');
  const reason = useReason();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">{t('leftOut')}</Title>
      {excluded.length === 0 ? <Text size="sm" className="quiet" mt="xs">{t('nobodyLeftOut')}</Text> : (
        <Table fz="sm" mt="xs">
          <Table.Thead><Table.Tr><Table.Th>{t('because')}</Table.Th><Table.Th ta="end">{t('people')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>{excluded.map((e) => <Table.Tr key={e.reason}><Table.Td>{reason(e.reason)}</Table.Td><Table.Td ta="end" className="amount">{number(e.count)}</Table.Td></Table.Tr>)}</Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

/** Those who are left out, one by one, once somebody wants to see them. */
function WhoIsLeftOut({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button variant="default" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>{t(open ? 'leftOutHide' : 'leftOutShow')}</Button>
      {open && <Stack mt="xs"><RecipientList broadcast={broadcast} state="excluded" /></Stack>}
    </div>
  );
}
