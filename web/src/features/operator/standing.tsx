import { Alert, Badge, SimpleGrid, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeploymentStanding } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { duration, number } from '../../lib/format';
import { atLeast, useStanding } from './data';

/** Nodes, readers of the logs, and queues. */
export function Standing() {
  const { t } = useTranslation('operator');
  const { data, error, refetch } = useStanding();
  if (!data) return error ? <Trouble error={error} retry={() => void refetch()} /> : <Loading />;
  const jobs = (what: 'waiting' | 'running') => data.queues.reduce((n, q) => n + q[what], 0);
  const lag = Math.max(0, ...data.readers.map((r) => r.lagMs), data.webhooks.lagMs);
  return (
    <>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {data.checks.filter((c) => c.state !== 'ok').map((c) => (
        <Alert key={c.name} mb="md" color={c.required ? 'red' : 'yellow'} icon={<IconAlertTriangle size={18} />} title={t('away', { name: t(`check.${c.name}`, c.name) })}><bdi>{c.reason}</bdi></Alert>
      ))}
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('figure.nodes')} value={number(data.nodes.filter((n) => n.alive).length)} hint={t('figure.version', { version: data.version, engine: t(`engine.${data.engine}`) })} />
        <Figure label={t('figure.waiting')} value={atLeast(jobs('waiting'), data.queuesComplete)} hint={t('figure.running', { count: jobs('running'), n: number(jobs('running')) })} />
        <Figure label={t('figure.lag')} value={<Lag ms={lag} />} hint={t('figure.lagHint')} />
        <Figure label={t('figure.webhooks')} value={atLeast(data.webhooks.pending, data.webhooks.pendingExact)} hint={t('figure.breakers', { count: data.webhooks.breakersOpen, n: number(data.webhooks.breakersOpen) })} />
      </SimpleGrid>
      <Nodes of={data} />
      <Readers of={data} />
      <Queues of={data} />
      <p className="quiet op-note">{t('measured')} <Moment at={data.measuredAt} whole /></p>
    </>
  );
}

/** For how long something waits. */
function Lag({ ms }: { ms: number }) {
  const { t } = useTranslation('operator');
  return ms < 1000 ? <span className="quiet">{t('none')}</span> : <>{duration(ms / 1000)}</>;
}

function Nodes({ of: { nodes, nodeId } }: { of: DeploymentStanding }) {
  const { t } = useTranslation('operator');
  return (
    <Card title={t('nodes')}>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs" aria-label={t('nodes')}>
          <Table.Thead>
            <Table.Tr><Table.Th>{t('column.node')}</Table.Th><Table.Th>{t('column.state')}</Table.Th><Table.Th>{t('column.started')}</Table.Th><Table.Th ta="end">{t('column.jobs')}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map((n) => (
              <Table.Tr key={n.id}>
                <Table.Th scope="row" fw={500}>{number(n.number)} <bdi className="quiet op-id">{n.id}</bdi></Table.Th>
                <Table.Td><Badge variant="light" color={n.alive ? 'green' : 'red'}>{t(n.alive ? 'alive' : 'silent')}</Badge>{n.id === nodeId && <span className="quiet op-note"> {t('answers')}</span>}</Table.Td>
                <Table.Td><Moment at={n.startedAt} whole /></Table.Td>
                <Table.Td ta="end" className="amount">{number(n.jobs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function Readers({ of: { readers, readersComplete, nodes } }: { of: DeploymentStanding }) {
  const { t } = useTranslation('operator');
  return (
    <Card title={t('readers')}>
      <p className="quiet op-hint">{t(readersComplete ? 'readersHint' : 'readersPart')}</p>
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing="xs" aria-label={t('readers')}>
          <Table.Thead>
            <Table.Tr><Table.Th>{t('column.reader')}</Table.Th><Table.Th ta="end">{t('column.behind')}</Table.Th><Table.Th ta="end">{t('column.lag')}</Table.Th><Table.Th ta="end">{t('column.by')}</Table.Th></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {readers.map((r) => (
              <Table.Tr key={r.name}>
                <Table.Th scope="row" fw={500}>{t(`reader.${r.name}`)}</Table.Th>
                <Table.Td ta="end" className="amount">{atLeast(r.workspacesBehind, readersComplete)}</Table.Td>
                <Table.Td ta="end" className="amount"><Lag ms={r.lagMs} /></Table.Td>
                <Table.Td ta="end" className="amount">{r.nodeId ? number(nodes.find((n) => n.id === r.nodeId)?.number ?? 0) : <span className="quiet">{t('every')}</span>}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function Queues({ of: { queues, queuesComplete } }: { of: DeploymentStanding }) {
  const { t } = useTranslation('operator');
  const columns = ['waiting', 'running', 'scheduled', 'retrying'] as const;
  return (
    <Card title={t('queues')}>
      <p className="quiet op-hint">{t(queues.length === 0 ? 'queuesNone' : queuesComplete ? 'queuesHint' : 'queuesPart')}</p>
      {queues.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="xs" aria-label={t('queues')}>
            <Table.Thead>
              <Table.Tr><Table.Th>{t('column.kind')}</Table.Th>{columns.map((c) => <Table.Th key={c} ta="end">{t(`column.${c}`)}</Table.Th>)}<Table.Th ta="end">{t('column.oldest')}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {queues.map((q) => (
                <Table.Tr key={q.kind}>
                  <Table.Th scope="row" fw={500}><bdi><code>{q.kind}</code></bdi></Table.Th>
                  {columns.map((c) => <Table.Td key={c} ta="end" className="amount">{number(q[c])}</Table.Td>)}
                  <Table.Td ta="end" className="amount"><Lag ms={q.lagMs} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}
