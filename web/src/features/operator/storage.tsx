import { Button, SimpleGrid, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeploymentStorage, DeploymentTable } from '@service/sdk';
import { Figure } from '../../components/figure';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { bytes, number } from '../../lib/format';
import { useStorage } from './data';

/** How old the last backup is when another one is asked for, as crm doctor has it. */
const oldBackup = 48 * 3600_000;

/** How many tables are shown at first. */
const first = 25;

/** What the database and its tables take up. */
export function Storage() {
  const { t } = useTranslation('operator');
  const { data, error, refetch } = useStorage();
  if (!data) return error ? <Trouble error={error} retry={() => void refetch()} /> : <Loading />;
  const unknown = <span className="quiet">{t('unknown')}</span>;
  return (
    <>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('figure.database')} value={bytes(data.databaseBytes)} hint={t(`engine.${data.engine}`)} />
        <Figure label={t('figure.log')} value={data.logBytes === null ? unknown : bytes(data.logBytes)} hint={t('figure.logHint')} />
        <Figure label={t('figure.free')} value={data.freeBytes === null ? unknown : bytes(data.freeBytes)} hint={t('figure.freeHint')} />
        <LastBackup of={data} />
      </SimpleGrid>
      <Tables list={data.tables} />
      <p className="quiet op-note">{t('measured')} <Moment at={data.measuredAt} whole /></p>
    </>
  );
}

/** When crm backup copied the database last, and what is to be done where that is long ago. */
function LastBackup({ of: { engine, lastBackup: last, measuredAt } }: { of: DeploymentStorage }) {
  const { t } = useTranslation('operator');
  const label = t('figure.backup');
  if (engine === 'postgres') return <Figure label={label} value={<span className="quiet">{t('unknown')}</span>} hint={t('figure.backupElsewhere')} />;
  if (!last) return <Figure label={label} value={t('figure.backupNone')} hint={t('figure.backupDaily')} />;
  const old = Date.parse(measuredAt) - Date.parse(last.madeAt) > oldBackup;
  return <Figure label={label} value={<Moment at={last.madeAt} />} hint={old ? t('figure.backupDaily') : t('figure.backupSize', { size: bytes(last.databaseBytes + last.fileBytes) })} />;
}

function Tables({ list }: { list: DeploymentTable[] }) {
  const { t } = useTranslation('operator');
  const [all, setAll] = useState(false);
  const bySize = list.some((x) => x.bytes !== null);
  const worth = (x: DeploymentTable) => (bySize ? x.bytes : x.rows) ?? 0;
  const most = Math.max(1, ...list.map(worth));
  return (
    <Card title={t('byTable')}>
      <p className="quiet op-hint">{t(bySize ? 'estimates' : 'counted')}</p>
      <Table.ScrollContainer minWidth={480}>
        <Table verticalSpacing={6} aria-label={t('byTable')}>
          <Table.Thead>
            <Table.Tr><Table.Th>{t('column.table')}</Table.Th><Table.Th ta="end">{t('column.rows')}</Table.Th><Table.Th ta="end">{t('column.size')}</Table.Th><Table.Th w="34%" aria-label={t(bySize ? 'column.size' : 'column.rows')} /></Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(all ? list : list.slice(0, first)).map((x) => (
              <Table.Tr key={x.name}>
                <Table.Th scope="row" fw={500}><bdi><code>{x.name}</code></bdi></Table.Th>
                <Table.Td ta="end" className="amount"><Rows of={x} /></Table.Td>
                <Table.Td ta="end" className="amount">{x.bytes === null ? <span className="quiet">{t('unknown')}</span> : bytes(x.bytes)}</Table.Td>
                <Table.Td><span className="op-share" aria-hidden><i style={{ width: `${(worth(x) / most) * 100}%` }} /></span></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!all && list.length > first && <Button mt="sm" size="xs" variant="default" onClick={() => setAll(true)}>{t('allTables', { count: list.length, n: number(list.length) })}</Button>}
    </Card>
  );
}

/** The rows of a table, and whether that is sure. */
function Rows({ of: { rows, rowsAre } }: { of: DeploymentTable }) {
  const { t } = useTranslation('operator');
  if (rows === null) return <span className="quiet">{t('unknown')}</span>;
  return <bdi>{rowsAre === 'at_least' ? '≥ ' : rowsAre === 'estimate' ? '≈ ' : ''}{number(rows)}</bdi>;
}
