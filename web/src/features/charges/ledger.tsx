import { Badge, Button, Center, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload, IconReceipt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookedCharge } from '@service/sdk';
import { Moment } from '../../components/moment';
import { PeriodPicker } from '../../components/period';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { periodOf, plusDays, utcToday } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { ChargesOfMessage } from './charge';
import { useNameOf, worth } from './data';

/** Every row that was booked, the newest first. */
export function Ledger({ chosen }: { chosen?: string }) {
  const { t } = useTranslation('charges');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const [saving, setSaving] = useState(false);
  const period = periodOf(search, 30, utcToday());
  const filter = { messageId: search.message, from: `${period.from}T00:00:00Z`, to: `${plusDays(period.to, 1)}T00:00:00Z` };
  const list = useInfiniteQuery({
    queryKey: ['charges', 'ledger', filter], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.charges.list({ ...filter, limit: 100, cursor }, { signal }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const put = (more: Search, message?: string) => go({ part: 'charges', parts: ['ledger', ...(message ? [message] : [])], search: { ...search, ...more }, replace: !message });
  const save = () => {
    setSaving(true);
    void download(api.charges.export(filter), `${t('title')} ${period.from} ${period.to}.csv`).catch(tellError).finally(() => setSaving(false));
  };
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" align="end" mb="md" gap="sm">
        <Group className="filters" gap="sm" align="end">
          <PeriodPicker value={period} now={utcToday()} onChange={(p) => put({ ...p })} />
          <MessageFilter value={search.message ?? ''} onChange={(message) => put({ message: message || undefined })} />
        </Group>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} loading={saving} onClick={save}>{t('exportCsv')}</Button>
      </Group>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : !list.data ? <Loading lines={10} /> : rows.length === 0 ? (
        <Empty icon={IconReceipt} title={t('none')}>{t('noneHint')}</Empty>
      ) : <Rows rows={rows} open={(id) => put({}, id)} />}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {chosen && <ChargesOfMessage id={chosen} close={() => put({})} />}
    </>
  );
}

/** Only the rows of one message: told when the field is left. */
function MessageFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('charges');
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const put = () => { if (text.trim() !== value) onChange(text.trim()); };
  return (
    <TextInput size="xs" w={200} label={t('messageId')} placeholder="msg_…" dir="ltr" maxLength={64} value={text} onChange={(e) => setText(e.currentTarget.value)}
      onBlur={put} onKeyDown={(e) => { if (e.key === 'Enter') put(); }} />
  );
}

function Rows({ rows, open }: { rows: BookedCharge[]; open: (messageId: string) => void }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  const madeBy = (r: BookedCharge) => (r.broadcastId ? nameOf('broadcast', r.broadcastId) : r.assistantId ? nameOf('assistant', r.assistantId) : r.templateName ?? '');
  return (
    <div className="framed">
      <Table verticalSpacing="xs" highlightOnHover aria-label={t('section.ledger')}>
        <Table.Thead>
          <Table.Tr>
            {(['bookedAt', 'category', 'market', 'rule', 'of'] as const).map((c) => <Table.Th key={c}>{t(`column.${c}`)}</Table.Th>)}
            <Table.Th ta="end">{t('column.count')}</Table.Th><Table.Th ta="end">{t('column.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((r) => (
            <Table.Tr key={r.id}>
              <Table.Td>
                <UnstyledButton className="ch-link" fz="sm" onClick={() => open(r.messageId)} aria-label={t('openCharge', { id: r.messageId })}><Moment at={r.bookedAt} whole /></UnstyledButton>
                {r.kind === 'correction' && <Badge ms={8} size="xs" variant="light" color="orange" tt="none">{t('kind.correction')}</Badge>}
              </Table.Td>
              <Table.Td>{nameOf('category', r.category)}</Table.Td>
              <Table.Td>{nameOf('market', r.market)}</Table.Td>
              <Table.Td>{nameOf('rule', r.rule)}</Table.Td>
              <Table.Td><Text size="sm" dir="auto" maw={220} truncate>{madeBy(r)}</Text></Table.Td>
              <Table.Td ta="end" className="amount">{number(r.count)}</Table.Td>
              <Table.Td ta="end" className="amount">{worth(r.amount, r.currency) ?? <span className="quiet">{t('notKnown')}</span>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
