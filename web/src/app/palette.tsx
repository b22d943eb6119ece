import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconKeyboard, IconMessage, IconSearch, IconUser } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me, SearchHit } from '@service/sdk';
import { api } from '../lib/api';
import { when } from '../lib/format';
import { useCommands } from '../lib/commands';
import { may } from '../lib/session';
import { featuresOf } from './features';

/** The palette: every place, every action of the page, and a search over everything. */
export default function Palette({ me, help }: { me: Me; help: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [wanted] = useDebouncedValue(query.trim(), 200);
  const found = useQuery({
    queryKey: ['search', wanted],
    queryFn: async ({ signal }) => (await api.search.query({ q: wanted, limit: 8 }, { signal }).page()).data,
    enabled: wanted.length > 1 && may(me, 'conversations:read'),
  });
  const places: SpotlightActionData[] = featuresOf(me).map(({ name, icon: Sign }) => ({
    id: `go ${name}`, label: t(`nav.${name}`), leftSection: <Sign size={18} />, onClick: () => void navigate({ to: `/${name}` as never }),
  }));
  const commands: SpotlightActionData[] = [
    ...useCommands().map(({ label, keys, run }) => ({ id: `do ${label}`, label, onClick: run, rightSection: keys && <kbd className="keys">{keys}</kbd> })),
    { id: 'help', label: t('shell.shortcuts'), leftSection: <IconKeyboard size={18} />, onClick: help, rightSection: <kbd className="keys">?</kbd> },
  ];
  const hits: SpotlightActionData[] = (found.data ?? []).map((hit) => ({
    id: hit.id, label: hit.snippet.text, description: `${t(`palette.kind_${hit.kind}`)} · ${when(hit.at)}`, keywords: query,
    leftSection: hit.kind === 'contact' ? <IconUser size={18} /> : <IconMessage size={18} />,
    onClick: () => void navigate({ to: placeOf(hit) as never }),
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.actions'), actions: commands }, { group: t('palette.places'), actions: places }, { group: t('palette.found'), actions: hits },
  ];
  // What was found comes after the query, and Spotlight chooses the first line at the query.
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hits.length === 0 || document.querySelector('[data-action][data-selected]')) return;
    search.current?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
  }, [hits.length]);
  return (
    <Spotlight
      actions={groups} query={query} onQueryChange={setQuery} shortcut={null} highlightQuery limit={12} scrollable maxHeight={420}
      nothingFound={found.isFetching ? t('state.loading') : t('palette.nothing')}
      searchProps={{ ref: search, leftSection: <IconSearch size={18} />, placeholder: t('shell.search'), 'aria-label': t('shell.search') }}
    />
  );
}

function placeOf(hit: SearchHit): string {
  if (hit.kind === 'deal') return `/deals/${hit.id}`;
  return hit.conversationId ? `/inbox/${hit.conversationId}` : `/contacts/${hit.contactId}`;
}
