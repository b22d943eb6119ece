import { Alert, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastResults } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { dateTime, number, percent } from '../../lib/format';
import { FollowedUp } from './answers';
import { RestState, useResults } from './experiment-parts';

type Rate = NonNullable<BroadcastResults['variants'][number]['rate']>;

/** What the broadcast has brought about, each figure with the interval that it lies in. */
export function Results({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const query = useResults(broadcast);
  if (query.error) return <Trouble error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const r = query.data;
  const { sent, delivered, read, answered } = broadcast.counts;
  const rates: [string, Rate | null, number, number][] = r.goal
    ? [
        ...r.variants.map((v): [string, Rate | null, number, number] => [r.variants.length > 1 ? `${t('variant', { name: v.variant.toUpperCase() })} · ${v.templateName}` : t(`goal.${r.goal!.event}`), v.rate, v.reached, v.sent]),
        ...(r.rest ? [[t('rest'), r.rest.sent > 0 ? r.rest.rate : null, r.rest.reached, r.rest.sent] as [string, Rate | null, number, number]] : []),
        ...(r.holdout ? [[t('state.held_out'), r.holdout.rate, r.holdout.reached, r.holdout.counted] as [string, Rate | null, number, number]] : []),
      ]
    : [['delivered', delivered] as const, ['read', read] as const, ['answered', answered] as const].map(([name, n]) => [t(`column.${name}`), wilson(n, sent), n, sent]);
  const waits = r.rest !== null && r.rest.decidedAt === null;
  return (
    <Stack gap="md">
      {r.winner && <Alert color="brand" icon={<IconTrophy size={18} />}>{t('winner', { name: r.winner.toUpperCase() })}</Alert>}
      {r.noWinner && r.noWinner !== 'no_variants' && !(waits && r.noWinner === 'not_over') && <Alert color="blue">{t(`noWinner.${r.noWinner}`)} {r.noWinner === 'not_over' && r.decidesAt && t('decidesAt', { at: dateTime(r.decidesAt) })}</Alert>}
      <RestState broadcast={broadcast} results={r} />
      <Paper withBorder p="md">
        <Title order={2} size="h5">{r.goal ? t('goalTitle', { goal: r.goal.name ?? t(`goal.${r.goal.event}`), count: r.goal.windowHours }) : t('rates')}</Title>
        <Text size="sm" className="quiet" mb="xs">{t('intervalHint')}</Text>
        <Table.ScrollContainer minWidth={280}>
          <Table fz="sm">
            <Table.Thead><Table.Tr><Table.Th /><Table.Th ta="end" className="hide-phone">{t('reached')}</Table.Th><Table.Th ta="end">{t('rate')}</Table.Th><Table.Th w="40%">{t('interval')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rates.map(([label, rate, n, of]) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" fw={500}>{label}</Table.Th>
                  <Table.Td ta="end" className="amount hide-phone">{t('of', { n: number(n), of: number(of) })}</Table.Td>
                  <Table.Td ta="end" className="amount">{rate ? percent(rate.value) : '–'}</Table.Td>
                  <Table.Td>{rate && <Interval rate={rate} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {([['lift', r.lift], ['difference', r.difference]] as const).map(([name, d]) => d && (
          <Text key={name} size="sm" mt="xs">{t(name)}: <b className="amount">{points(d.value)}</b> <span className="quiet">({points(d.low)} … {points(d.high)})</span></Text>
        ))}
        {r.sampleSize !== null && <Text size="sm" className="quiet" mt="xs">{t('sampleSize', { count: r.sampleSize, n: number(r.sampleSize) })}</Text>}
      </Paper>
      {r.followUp && <FollowedUp counts={r.followUp} />}
    </Stack>
  );
}

const points = (share: number) => `${share > 0 ? '+' : ''}${percent(share)}`;

function Interval({ rate }: { rate: Rate }) {
  return (
    <>
      <div className="bc-range" aria-hidden style={{ marginBlock: 6 }}>
        <span style={{ insetInlineStart: `${rate.low * 100}%`, width: `${(rate.high - rate.low) * 100}%` }} />
        <i style={{ insetInlineStart: `${rate.value * 100}%` }} />
      </div>
      <Text size="xs" className="quiet amount">{percent(rate.low)} … {percent(rate.high)}</Text>
    </>
  );
}

/** The 95% interval of a part, as the service gives it for goals. */
export function wilson(k: number, n: number): Rate | null {
  if (n === 0) return null;
  const z = 1.959964;
  const p = k / n;
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
