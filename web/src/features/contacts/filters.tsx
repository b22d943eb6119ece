import { Autocomplete, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { IconSearch, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact, Page } from '@service/sdk';
import { usePlace, type Search } from '../../lib/place';
import { useSegments } from './data';

/** What the table is narrowed to. It stands in the address. */
export function Filters() {
  const { t } = useTranslation('contacts');
  const { parts, search, go } = usePlace();
  const segments = useSegments();
  const tags = useKnownTags();
  const [text, setText] = useState(search.q ?? '');
  const [tag, setTag] = useState(search.tag ?? '');
  const narrow = (more: Search) => go({ part: 'contacts', parts, search: { ...search, segment: undefined, ...more }, replace: true });
  const later = useDebouncedCallback(narrow, 250);
  return (
    <Group className="contacts-filters" gap="xs" role="search">
      <TextInput
        className="filter-grow" aria-label={t('filter.search')} placeholder={t('filter.search')} leftSection={<IconSearch size={16} />} value={text}
        onChange={(e) => { setText(e.currentTarget.value); later({ q: e.currentTarget.value.trim() }); }}
        rightSection={text && <CloseButton size="sm" aria-label={t('filter.clear')} onClick={() => { setText(''); narrow({ q: undefined }); }} />}
      />
      <Autocomplete
        w={160} aria-label={t('filter.tag')} placeholder={t('filter.tag')} leftSection={<IconTag size={16} />} data={tags} value={tag} clearable
        onChange={(value) => { setTag(value); later({ tag: value.trim() }); }}
      />
      <Select
        w={190} aria-label={t('filter.consent')} placeholder={t('filter.consent')} clearable value={search.segment ? null : search.consent ?? null}
        data={[{ value: 'false', label: t('filter.notOptedOut') }, { value: 'true', label: t('filter.optedOut') }]}
        onChange={(consent) => narrow({ consent: consent ?? undefined })}
      />
      <Select
        w={190} aria-label={t('filter.segment')} placeholder={t('filter.segment')} clearable searchable value={search.segment ?? null}
        data={(segments.data ?? []).map((s) => ({ value: s.id, label: s.name }))} nothingFoundMessage={t('segments.none')}
        onChange={(segment) => {
          setText('');
          setTag('');
          go({ part: 'contacts', parts, search: { segment: segment ?? undefined }, replace: true });
        }}
      />
    </Group>
  );
}

/** The tags of the contacts that were loaded: the service has no list of all tags. */
export function useKnownTags(): string[] {
  const lists = useQueryClient().getQueriesData<InfiniteData<Page<Contact>>>({ queryKey: ['contacts', 'list'] });
  return [...new Set(lists.flatMap(([, list]) => list?.pages.flatMap((p) => p.data.flatMap((c) => c.tags)) ?? []))].sort();
}
