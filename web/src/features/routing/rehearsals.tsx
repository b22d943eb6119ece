import { Button, Center, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconTestPipe } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Rehearsal } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { goesOn, useDoer } from './data';
import { RunState } from './run-state';

/** Past periods gone through again, with something different. */
export function Rehearsals() {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const { go } = usePlace();
  const doer = useDoer();
  const mayWrite = may(useMe(), 'teams:write');
  const list = useInfiniteQuery({
    queryKey: ['rehearsals', 'list'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.routing.rehearsals({ limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some((p) => p.data.some(goesOn)) ? 2000 : false),
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={640}>{t('rehearsals.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => go({ part: 'routing', parts: ['rehearsals', 'new'] })}>{t('rehearsals.create')}</Button>}
      </Group>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconTestPipe} title={t('rehearsals.none')}>{t('rehearsals.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('rehearsals.period')}</Table.Th><Table.Th>{t('rehearsals.different')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th>{t('rehearsals.by')}</Table.Th><Table.Th>{t('rehearsals.started')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((r) => (
                <Table.Tr key={r.id}>
                  <Table.Td><Link className="ro-link" to={`/routing/rehearsals/${r.id}` as never}>{dateTime(r.from)} – {dateTime(r.to)}</Link></Table.Td>
                  <Table.Td><ChangesInWords value={r.changes} /></Table.Td>
                  <Table.Td><RunState run={r} /></Table.Td>
                  <Table.Td><bdi>{doer(r.madeBy)}</bdi></Table.Td>
                  <Table.Td><Moment at={r.startedAt} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </>
  );
}

/** What is different in a rehearsal, in a few words. */
export function ChangesInWords({ value: c }: { value: Rehearsal['changes'] }) {
  const { t } = useTranslation('routing');
  const words = [
    c.rules && t('change.rules'),
    ...(c.extra ?? []).map((x) => t('change.person', { name: x.name })),
    c.agents?.length && t('change.agentsOf', { n: c.agents.length }),
    c.teams?.length && t('change.teamsOf', { n: c.teams.length }),
    c.calendars?.length && t('change.calendarsOf', { n: c.calendars.length }),
  ].filter(Boolean);
  return <Text size="sm" dir="auto">{words.join(' · ') || t('change.nothing')}</Text>;
}
