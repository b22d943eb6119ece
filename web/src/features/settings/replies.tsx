import { ActionIcon, Badge, Button, Menu, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconMessage2Bolt, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CannedReply, Me } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { reachesAll, useTeams } from './data';
import { ReplyForm } from './reply-form';
import { Head } from './section';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; reply: CannedReply };

/** Who sees some teams only changes only what is for those. */
const mayChange = (me: Me, reply: CannedReply) => may(me, 'teams:write') && (reachesAll(me) || me.reach.teamIds.includes(reply.teamId));

/** Texts that people send again and again. */
export function Replies() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const me = useMe();
  const writes = may(me, 'teams:write');
  const { search, go } = usePlace();
  const [act, setAct] = useState<Act>();
  const replies = useQuery({ queryKey: ['canned-replies', 'all'], queryFn: () => all(api.cannedReplies.list({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['canned-replies'] });
  const close = () => setAct(undefined);
  useOffer(writes ? [{ label: t('replies.create'), keys: 'N', run: () => setAct({ what: 'create' }) }] : []);
  const word = (search.q ?? '').trim().toLowerCase();
  const shown = (replies.data ?? []).filter((r) => !word || `${r.shortcut} ${r.title} ${r.body}`.toLowerCase().includes(word));
  return (
    <>
      <Head title={t('replies.title')} hint={t('replies.hint')}>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('replies.create')}</Button>}
      </Head>
      <TextInput mb="sm" w={260} leftSection={<IconSearch size={16} />} aria-label={t('replies.search')} placeholder={t('replies.search')} value={search.q ?? ''} onChange={(e) => go({ part: 'settings', parts: ['replies'], search: { q: e.currentTarget.value }, replace: true })} />
      {replies.error ? <Trouble error={replies.error} retry={again} /> : !replies.data ? <Loading /> : shown.length === 0 ? <Empty icon={IconMessage2Bolt} title={t('replies.none')}>{t('replies.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('replies.shortcut')}</Table.Th><Table.Th>{t('replies.body')}</Table.Th><Table.Th>{t('replies.for')}</Table.Th>{writes && <Table.Th aria-label={t('acts')} />}</Table.Tr></Table.Thead>
            <Table.Tbody>{shown.map((r) => <Row key={r.id} value={r} writes={writes} act={mayChange(me, r) ? setAct : undefined} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {act && act.what !== 'delete' && <ReplyForm value={act.what === 'edit' ? act.reply : undefined} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'delete' && <Sure title={t('replies.deleteTitle', { name: act.reply.shortcut })} label={t('delete')} close={close} done={again} run={() => api.cannedReplies.delete(act.reply.id)}>{t('replies.deleteHint')}</Sure>}
    </>
  );
}

function Row({ value: reply, writes, act }: { value: CannedReply; writes: boolean; act?: (act: Act) => void }) {
  const { t } = useTranslation('settings');
  const team = useTeams().data?.find((x) => x.id === reply.teamId)?.name;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="mono"><bdi>/{reply.shortcut}</bdi></Text>
        {reply.title && <Text size="xs" className="quiet" dir="auto">{reply.title}</Text>}
      </Table.Td>
      <Table.Td><Text size="sm" className="reply-body" dir="auto">{reply.body}</Text></Table.Td>
      <Table.Td>{reply.teamId ? <Badge variant="light" color="blue" tt="none"><bdi>{team ?? reply.teamId}</bdi></Badge> : <span className="quiet">{t('replies.everybody')}</span>}</Table.Td>
      {writes && (
        <Table.Td ta="end">
          {act && (
            <Menu position="bottom-end">
              <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: reply.shortcut })}><IconDots size={18} /></ActionIcon></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', reply })}>{t('edit')}</Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act({ what: 'delete', reply })}>{t('delete')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
