import { ActionIcon, Anchor, Button, Group, JsonInput, Menu, Paper, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment, SegmentFilter } from '@service/sdk';
import { Face } from '../../components/face';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain, tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Conditions } from './conditions';
import { ContactPicker } from './contact-picker';
import { nameOf, reachesAll } from './data';
import { faultsByName } from '../../lib/faults';
import { filterOfRules, rulesOf, type Rules } from './rules';
import { Why } from './memberships';

/** A segment: its filter, whom it finds as one edits, and why somebody is in it. */
export function SegmentPage({ id }: { id: string }) {
  const { t } = useTranslation('contacts');
  const segment = useQuery({ queryKey: ['contacts', 'segments', id], queryFn: () => api.segments.get(id), enabled: id !== 'new' });
  if (id === 'new') return <Editor />;
  if (segment.error) return <Page title={t('segments.title')}><Trouble error={segment.error} retry={() => void segment.refetch()} /></Page>;
  return segment.data ? <Editor segment={segment.data} /> : <Loading />;
}

const fresh: Rules = { mode: 'all', rules: [{ kind: 'tag', values: [] }] };

function Editor({ segment }: { segment?: Segment }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const me = useMe();
  const { go } = usePlace();
  const queries = useQueryClient();
  const [name, setName] = useState(segment?.name ?? '');
  const [description, setDescription] = useState(segment?.description ?? '');
  const [rules, setRules] = useState<Rules | undefined>(segment ? rulesOf(segment.filter) : fresh);
  const [text, setText] = useState(() => JSON.stringify(segment?.filter ?? {}, null, 2));
  const writes = may(me, 'contacts:write') && reachesAll(me);
  const filter = rules ? filterOfRules(rules) : parse(text);
  const done = () => void queries.invalidateQueries({ queryKey: ['contacts', 'segments'] });
  const save = useMutation({
    mutationFn: (filter: SegmentFilter) => (segment ? api.segments.update(segment.id, { name, description, filter }) : api.segments.create({ name, description, filter })),
    onSuccess: (saved) => {
      done();
      void queries.invalidateQueries({ queryKey: ['contacts', 'why'] });
      if (!segment) go({ part: 'contacts', parts: ['segments', saved.id], replace: true });
    },
  });
  const remove = useMutation({ mutationFn: () => api.segments.delete(segment!.id), onError: tellError, onSuccess: () => { done(); go({ part: 'contacts', parts: ['segments'] }); } });
  const faults = faultsByName(save.error);
  return (
    <Page title={segment?.name ?? t('segments.new')} actions={
      <>
        <Anchor component={Link} to={'/contacts/segments' as never} size="sm">{t('segments.title')}</Anchor>
        {segment && <Anchor component={Link} to={'/contacts' as never} search={{ segment: segment.id } as never} size="sm">{t('segments.show')}</Anchor>}
        {segment && writes && (
          <Menu>
            <Menu.Target><ActionIcon variant="default" size={36} aria-label={t('more')}><IconDots size={18} /></ActionIcon></Menu.Target>
            <Menu.Dropdown><Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => { if (window.confirm(t('segments.confirmDelete'))) remove.mutate(); }}>{shared('action.delete')}</Menu.Item></Menu.Dropdown>
          </Menu>
        )}
      </>
    }>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <fieldset className="segment-form" disabled={!writes}>
          <TextInput required label={t('segments.name')} dir="auto" value={name} error={faults.name} onChange={(e) => setName(e.currentTarget.value)} />
          <Textarea label={t('segments.description')} dir="auto" autosize value={description} error={faults.description} onChange={(e) => setDescription(e.currentTarget.value)} />
          {rules ? <Conditions rules={rules} change={setRules} />
            : <JsonInput label={t('segments.filter')} description={t('segments.filterHint')} autosize minRows={8} value={text} onChange={setText} dir="ltr" />}
          {save.error && !faults.name && <Text size="sm" c="red" role="alert">{explain(save.error)}</Text>}
          {writes && <Group><Button disabled={!filter || !name.trim()} loading={save.isPending} onClick={() => filter && save.mutate(filter)}>{shared('action.save')}</Button></Group>}
        </fieldset>
        <Stack>
          <Found filter={filter} segment={segment} />
          {segment && <WhyOne segmentId={segment.id} />}
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function parse(text: string): SegmentFilter | undefined {
  try {
    return JSON.parse(text) as SegmentFilter;
  } catch {
    return undefined;
  }
}

/** How many the filter finds as it stands, and the first of them. */
function Found({ filter, segment }: { filter: SegmentFilter | undefined; segment?: Segment | undefined }) {
  const { t } = useTranslation('contacts');
  const [asked, ask] = useState('');
  // Why somebody is in it is known of the segment as it is saved.
  const saved = segment && filter && JSON.stringify(segment.filter) === JSON.stringify(filter) ? segment.id : '';
  const [wanted] = useDebouncedValue(filter && JSON.stringify(filter), 300);
  const found = useQuery({
    queryKey: ['contacts', 'segments', 'preview', wanted], enabled: Boolean(wanted), placeholderData: keepPreviousData, refetchInterval: 30_000,
    queryFn: () => api.segments.preview({ filter: JSON.parse(wanted!) as SegmentFilter }),
  });
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" role="status">
        <Title order={2} size="h5">{t('segments.finds')}</Title>
        {found.data && filter && <Text fw={700} size="xl" className="amount">{found.data.complete ? '' : '≥ '}{number(found.data.count)}</Text>}
      </Group>
      {!filter && <Text size="sm" className="quiet">{t('segments.unfinished')}</Text>}
      {filter && found.error && <Text size="sm" c="red">{explain(found.error)}</Text>}
      {filter && found.data?.contacts.map((c) => (
        <div key={c.id}>
          <Group gap="xs" py={4} wrap="nowrap">
            <Face name={nameOf(c)} id={c.id} size={26} />
            <Link className="contact-link" to={`/contacts/${c.id}` as never}><bdi>{nameOf(c)}</bdi></Link>
            {saved && <Button size="compact-xs" variant="subtle" color="gray" ms="auto" flex="none" aria-expanded={asked === c.id} aria-label={t('why.of', { name: nameOf(c) })} onClick={() => ask(asked === c.id ? '' : c.id)}>{t('why.ask')}</Button>}
          </Group>
          {saved && asked === c.id && <Why segmentId={saved} contactId={c.id} />}
        </div>
      ))}
    </Paper>
  );
}

function WhyOne({ segmentId }: { segmentId: string }) {
  const { t } = useTranslation('contacts');
  const [contact, setContact] = useState('');
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">{t('why.title')}</Title>
      <ContactPicker label={t('why.whom')} value={contact} onChange={setContact} />
      {contact && <Why segmentId={segmentId} contactId={contact} />}
    </Paper>
  );
}
