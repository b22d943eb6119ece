import { Badge, Button, Modal, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { Button as ActionButton, Press } from '@service/sdk';
import { DoneByName } from '../../components/done-by';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';

export const pressColors: Record<Press['state'], string> = { calling: 'gray', done: 'brand', failed: 'red', unknown: 'orange' };

/** Who pressed a button lately, and what came of it. */
export function ButtonPresses({ button, close }: { button: ActionButton; close: () => void }) {
  const { t } = useTranslation('settings');
  const list = useInfiniteQuery({
    queryKey: ['action-buttons', button.id, 'presses'],
    queryFn: ({ pageParam }) => api.buttons.presses(button.id, { limit: 50, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.nextCursor ?? undefined, staleTime: 0,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Modal opened onClose={close} title={t('buttons.pressesOf', { name: button.label })} size="xl" transitionProps={{ duration: 0 }}>
      {list.error ? <Trouble error={list.error} retry={() => void list.refetch()} /> : list.isPending ? <Loading /> : rows.length === 0 ? <Empty title={t('buttons.pressesNone')}>{t('buttons.pressesNoneHint')}</Empty> : (
        <Stack>
          <Table.ScrollContainer minWidth={480}>
            <Table fz="sm">
              <Table.Thead><Table.Tr>{(['at', 'by', 'state', 'conversation'] as const).map((c) => <Table.Th key={c}>{t(`buttons.press.${c}`)}</Table.Th>)}</Table.Tr></Table.Thead>
              <Table.Tbody>
                {rows.map((p) => (
                  <Table.Tr key={p.id}>
                    <Table.Td><time dateTime={p.pressedAt}>{dateTime(p.pressedAt)}</time></Table.Td>
                    <Table.Td><DoneByName by={p.pressedBy} /></Table.Td>
                    <Table.Td><PressState press={p} /></Table.Td>
                    <Table.Td><Link to={`/inbox/${p.conversationId}` as never}>{t('buttons.press.open')}</Link></Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {list.hasNextPage && <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('app:state.more')}</Button>}
        </Stack>
      )}
    </Modal>
  );
}

/** What came of a press, with why it failed. */
export function PressState({ press: p }: { press: Press }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Badge variant="light" color={pressColors[p.state]} tt="none">{t(`buttons.state_${p.state}`)}</Badge>
      {p.error && <Text size="xs" mt={4}>{t(`buttons.error_${p.error.class}`, { defaultValue: p.error.detail })}{p.error.statusCode ? ` (${p.error.statusCode})` : ''}</Text>}
    </>
  );
}
