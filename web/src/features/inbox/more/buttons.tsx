import { Alert, Button, Divider, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBolt, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationButton, Press } from '@service/sdk';
import { Trouble } from '../../../components/states';
import { api } from '../../../lib/api';
import { useOffer } from '../../../lib/commands';
import { explain } from '../../../lib/errors';
import { may, useMe } from '../../../lib/session';
import { refreshConversation } from '../data';
import { begin } from '../drafts';

/** The buttons of the workspace: each opens a page of its own, or calls its system and tells what came of it. */
export default function Buttons({ id }: { id: string }) {
  const { t } = useTranslation('inbox/more');
  const list = useQuery({ queryKey: ['buttons', id], queryFn: async () => (await api.buttons.ofConversation(id, { limit: 50 }).page()).data, staleTime: 60_000 });
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (!list.data || list.data.length === 0) return null;
  return (
    <>
      <Divider />
      <section className="pane-part" aria-label={t('buttons.title')}>
        <Title order={3} size="h6" mb="xs">{t('buttons.title')}</Title>
        <Group gap="xs">
          {list.data.filter((b) => b.kind === 'open_url').map((b) => <Opens key={b.id} button={b} />)}
        </Group>
        <Presses id={id} buttons={list.data.filter((b) => b.kind === 'post')} />
      </section>
    </>
  );
}

/** A page of the workspace's own, in a new tab that knows nothing of this one. */
function Opens({ button: b }: { button: ConversationButton }) {
  const { t } = useTranslation('inbox/more');
  const safe = b.url.startsWith('https://');
  useOffer(safe ? [{ label: b.label, run: () => void window.open(b.url, '_blank', 'noopener,noreferrer') }] : []);
  if (!safe) return null;
  return (
    <div>
      <Button component="a" href={b.url} target="_blank" rel="noopener noreferrer" variant="default" size="xs" rightSection={<IconExternalLink size={14} aria-label={t('buttons.newTab')} />}><bdi>{b.label}</bdi></Button>
      {b.missing.length > 0 && <Text size="xs" className="quiet" mt={4}>{t('buttons.missing', { names: b.missing.join(', ') })}</Text>}
    </div>
  );
}

function Presses({ id, buttons }: { id: string; buttons: ConversationButton[] }) {
  const { t } = useTranslation('inbox/more');
  const me = useMe();
  const queries = useQueryClient();
  const writes = may(me, 'conversations:write');
  const [began, setBegan] = useState(false);
  const press = useMutation({
    mutationFn: (b: ConversationButton) => api.buttons.press(id, b.id),
    onMutate: () => setBegan(false),
    onSuccess: (p) => {
      if (p.replyProposal) setBegan(begin(me.id, id, p.replyProposal));
      for (const name of ['notes', 'timeline']) void queries.invalidateQueries({ queryKey: [name, id] });
      if (p.applied.some((a) => a.startsWith('/fields'))) void queries.invalidateQueries({ queryKey: ['contact'] });
      refreshConversation(queries, id);
    },
  });
  const run = (b: ConversationButton) => { if (!press.isPending) press.mutate(b); };
  useOffer(writes ? buttons.map((b) => ({ label: b.label, run: () => run(b) })) : []);
  const pressed = press.variables?.label ?? '';
  if (!writes || buttons.length === 0) return null;
  return (
    <>
      <Group gap="xs" mt="xs">
        {buttons.map((b) => (
          <Button key={b.id} size="xs" variant="light" leftSection={<IconBolt size={14} aria-hidden />} loading={press.isPending && press.variables.id === b.id} disabled={press.isPending && press.variables.id !== b.id} onClick={() => run(b)}><bdi>{b.label}</bdi></Button>
        ))}
      </Group>
      <div role="status" aria-live="polite">
        {press.isPending && <Text size="xs" className="quiet" mt="xs">{t('buttons.calling', { name: pressed })}</Text>}
        {press.error && <Alert color="red" mt="xs" p="xs" title={t('buttons.refused', { name: pressed })}>{explain(press.error)}</Alert>}
        {press.data && <Outcome press={press.data} name={pressed} began={began} use={() => setBegan(begin(me.id, id, press.data.replyProposal))} />}
      </div>
    </>
  );
}

const colours = { done: 'brand', failed: 'red', unknown: 'orange', calling: 'gray' } as const;

/** What became of a press: what the system said, what took effect, and what did not. */
function Outcome({ press: p, name, began, use }: { press: Press; name: string; began: boolean; use: () => void }) {
  const { t } = useTranslation('inbox/more');
  const partOf = (pointer: string) => t(`buttons.part.${pointer.split('/')[1]}`, { defaultValue: pointer });
  const applied = [...new Set(p.applied.filter((a) => !a.startsWith('/replyProposal')).map(partOf))];
  const skipped = p.skipped.filter((s) => !s.pointer.startsWith('/replyProposal'));
  return (
    <Alert color={colours[p.state]} mt="xs" p="xs" title={t(`buttons.state.${p.state}`, { name })} data-state={p.state}>
      {p.error && <Text size="sm">{t(`buttons.error.${p.error.class}`, { defaultValue: p.error.detail })}{p.error.statusCode ? ` (${p.error.statusCode})` : ''}</Text>}
      {p.message && <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>{p.message}</Text>}
      {applied.length > 0 && <Text size="xs">{applied.join(' · ')}</Text>}
      {skipped.map((s) => <Text key={s.pointer} size="xs">{t('buttons.skipped', { part: partOf(s.pointer), why: t(`buttons.skip.${s.reason}`, { defaultValue: s.detail }) })}</Text>)}
      {p.replyProposal && (began ? <Text size="xs">{t('buttons.began')}</Text> : (
        <>
          <Text size="sm" dir="auto" className="message-text">{p.replyProposal}</Text>
          <Button size="compact-xs" variant="default" mt={4} onClick={use}>{t('buttons.use')}</Button>
          <Text size="xs" className="quiet">{t('buttons.useHint')}</Text>
        </>
      ))}
    </Alert>
  );
}
