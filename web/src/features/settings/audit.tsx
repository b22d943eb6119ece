import { Button, Center, Table, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditAct, AuditLogFilter } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace, type Search } from '../../lib/place';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { ActDetails } from './audit-act';
import { AuditFilters } from './audit-filters';
import { Head } from './section';

/** What the address asks for. Days are those of the reader. */
function filterOf({ action, actor, by, target, since, until }: Search): AuditLogFilter {
  const end = until ? new Date(`${until}T00:00:00`) : undefined;
  end?.setDate(end.getDate() + 1);
  return {
    action, actorId: by, targetId: target, actorType: actor as AuditAct['actor']['type'] | undefined,
    since: since ? new Date(`${since}T00:00:00`) : undefined, until: end,
  };
}

/** Who did what, when and from where. */
export function Audit({ id }: { id?: string }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const [saving, setSaving] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['audit-log', search],
    queryFn: ({ pageParam }) => api.auditLog.list({ ...filterOf(search), limit: 50, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  });
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const at = (change: Search, act?: string) => go({ part: 'settings', parts: ['audit', ...(act ? [act] : [])], search: { ...search, ...change }, replace: !act });
  const save = () => {
    setSaving(true);
    void download(withRecentSignIn(() => api.auditLog.export(filterOf(search))), 'audit-log.csv').catch(tellError).finally(() => setSaving(false));
  };
  const chosen = rows.find((r) => r.id === id);
  return (
    <>
      <Head title={t('audit.title')} hint={t('audit.hint')}>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={saving} onClick={save}>{shared('action.export')}</Button>
      </Head>
      <AuditFilters search={search} narrow={at} />
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading lines={10} /> : rows.length === 0 ? <Empty icon={IconHistory} title={t('audit.none')}>{t('audit.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="xs" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th ta="end">{t('audit.seq')}</Table.Th><Table.Th>{t('audit.action')}</Table.Th><Table.Th>{t('audit.actor')}</Table.Th><Table.Th>{t('audit.target')}</Table.Th><Table.Th>{t('audit.at')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td ta="end" className="amount quiet">{number(row.seq)}</Table.Td>
                  <Table.Td><UnstyledButton className="row-link mono audit-action" onClick={() => at({}, row.id)}><bdi>{row.action}</bdi></UnstyledButton></Table.Td>
                  <Table.Td><Actor value={row} /></Table.Td>
                  <Table.Td><Targets value={row} /></Table.Td>
                  <Table.Td><Moment at={row.occurredAt} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {chosen && <ActDetails value={chosen} close={() => at({})} narrow={at} />}
    </>
  );
}

function Actor({ value: { actor, context } }: { value: AuditAct }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Text size="sm" dir="auto">{actor.name || t(`actor.${actor.type}`)}</Text>
      <Text size="xs" className="quiet">{actor.name && t(`actor.${actor.type}`)}{actor.name && context.ip && ' · '}<bdi>{context.ip}</bdi></Text>
    </>
  );
}

function Targets({ value: { targets } }: { value: AuditAct }) {
  const [first, ...more] = targets;
  if (!first) return '–';
  return <Text size="sm" lineClamp={1}><bdi className={first.name ? undefined : 'mono'}>{first.name || first.id}</bdi>{more.length > 0 && <span className="quiet"> +{more.length}</span>}</Text>;
}
