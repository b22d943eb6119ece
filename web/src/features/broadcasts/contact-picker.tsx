import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';

/** Contacts to tick, found by the beginning of their name or number. */
export function ContactPicker({ chosen, change }: { chosen: string[]; change: (ids: string[]) => void }) {
  const { t } = useTranslation('broadcasts');
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), 200);
  const list = useInfiniteQuery({
    queryKey: ['contacts', 'picker', q],
    queryFn: ({ pageParam, signal }) => api.contacts.list({ q: q || undefined, limit: 100, cursor: pageParam }, { signal }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  const ids = rows.map((c) => c.id);
  const all = ids.length > 0 && ids.every((id) => chosen.includes(id));
  return (
    <div>
      <Group mb="xs" gap="sm">
        <TextInput style={{ flex: 1 }} aria-label={t('contactsSearch')} placeholder={t('contactsSearch')} leftSection={<IconSearch size={16} />} value={query} onChange={(e) => setQuery(e.currentTarget.value)} />
        <Text size="sm" fw={600} role="status">{t('chosen', { count: chosen.length })}</Text>
      </Group>
      {list.error ? <Trouble error={list.error} /> : list.isPending ? <Loading /> : rows.length === 0 ? <Empty title={t('contactsNone')} /> : (
        <div className="bc-scroll" style={{ maxHeight: 320, padding: '10px 14px' }}>
          <Checkbox
            mb="xs" label={t('contactsAll')} checked={all} indeterminate={!all && ids.some((id) => chosen.includes(id))}
            onChange={(e) => change(e.currentTarget.checked ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)))}
          />
          {rows.map((c) => (
            <Checkbox
              key={c.id} py={4} checked={chosen.includes(c.id)} label={<><bdi>{c.name || c.phone}</bdi> {c.name && <bdi className="quiet">{c.phone}</bdi>}</>}
              onChange={(e) => change(e.currentTarget.checked ? [...chosen, c.id] : chosen.filter((id) => id !== c.id))}
            />
          ))}
          {list.hasNextPage && <Button mt="xs" size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('app:state.more')}</Button>}
        </div>
      )}
    </div>
  );
}
