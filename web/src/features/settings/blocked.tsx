import { Button, Center, Group, TagsInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconBan, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockOutcome } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';

/** Says of whom the provider did not do it, and why. */
const tellRefused = ({ refused }: BlockOutcome) =>
  refused.forEach((r) => notifications.show({ color: 'red', title: r.number, message: r.reason, autoClose: 10_000 }));

/** Whom a number has blocked: they cannot write to it. */
export function BlockedUsers({ id, writes }: { id: string; writes: boolean }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [blocking, setBlocking] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['phone-numbers', id, 'blocked'],
    queryFn: ({ pageParam }) => api.phoneNumbers.blockedUsers(id, { limit: 100, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['phone-numbers', id, 'blocked'] });
  const unblock = useMutation({
    mutationFn: (number: string) => api.phoneNumbers.unblockUsers(id, { users: [number] }),
    onSuccess: (out) => {
      tellRefused(out);
      again();
    },
    onError: tellError,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={560}>{t('blocked.hint')}</Text>
        {writes && <Button leftSection={<IconBan size={16} />} onClick={() => setBlocking(true)}>{t('blocked.block')}</Button>}
      </Group>
      {list.error ? <Trouble error={list.error} retry={again} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty icon={IconUserOff} title={t('blocked.none')} /> : (
        <Card title={t('blocked.title')}>
          {rows.map(({ number }) => (
            <div key={number} className="line">
              <bdi>{number}</bdi>
              {writes && <Button size="xs" variant="subtle" aria-label={t('blocked.unblockOf', { name: number })} loading={unblock.isPending && unblock.variables === number} onClick={() => unblock.mutate(number)}>{t('blocked.unblock')}</Button>}
            </div>
          ))}
        </Card>
      )}
      {list.hasNextPage && <Center><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {blocking && <Block id={id} close={() => setBlocking(false)} done={(out) => { tellRefused(out); again(); setBlocking(false); }} />}
    </>
  );
}

function Block({ id, close, done }: { id: string; close: () => void; done: (out: BlockOutcome) => void }) {
  const { t } = useTranslation('settings');
  const [users, setUsers] = useState<string[]>([]);
  const block = useMutation({ mutationFn: () => api.phoneNumbers.blockUsers(id, { users }), onSuccess: done });
  return (
    <FormDialog title={t('blocked.block')} label={t('blocked.block')} close={close} pending={block.isPending} save={() => block.mutate()} error={isAtFields(block.error, ['/users']) ? undefined : block.error}>
      <Text size="sm">{t('blocked.blockHint')}</Text>
      <TagsInput label={t('blocked.numbers')} placeholder="+14155550123" dir="ltr" acceptValueOnBlur maxTags={100} value={users} onChange={setUsers} error={faultOf(block.error, '/users')} data-autofocus />
    </FormDialog>
  );
}
