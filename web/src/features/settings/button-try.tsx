import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBolt, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Button as ActionButton, ConversationButton } from '@service/sdk';
import { Copy } from '../../components/copy';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { when } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { PressState } from './button-presses';

/** Tries a button in a conversation: where it leads there, or what the system behind it answers. */
export function TryButton({ button, close }: { button: ActionButton; close: () => void }) {
  const { t } = useTranslation('settings');
  const [id, setId] = useState<string | null>(null);
  const conversations = useQuery({ queryKey: ['conversations', 'to-try'], queryFn: async () => (await api.conversations.list({ view: 'all', limit: 50 }).page()).data });
  const list = conversations.data;
  return (
    <Modal opened onClose={close} title={t('buttons.tryOf', { name: button.label })} size="lg" transitionProps={{ duration: 0 }}>
      {conversations.error ? <Trouble error={conversations.error} /> : !list ? <Loading lines={2} /> : list.length === 0 ? <Empty title={t('buttons.tryNone')} /> : (
        <Stack>
          <Text size="sm">{t(`buttons.tryHint_${button.kind}`)}</Text>
          <Select label={t('buttons.tryIn')} placeholder={t('buttons.tryChoose')} searchable data-autofocus value={id} onChange={setId}
            data={list.map((c) => ({ value: c.id, label: [c.contactName || c.id, c.activityAt && when(c.activityAt)].filter(Boolean).join(' · ') }))} />
          {id && <InConversation key={id} id={id} button={button} />}
          <Group justify="end"><Button variant="default" onClick={close}>{t('app:action.close')}</Button></Group>
        </Stack>
      )}
    </Modal>
  );
}

function InConversation({ id, button }: { id: string; button: ActionButton }) {
  const { t } = useTranslation('settings');
  const there = useQuery({ queryKey: ['buttons', id], queryFn: async () => (await api.buttons.ofConversation(id, { limit: 50 }).page()).data, staleTime: 0 });
  if (there.error) return <Trouble error={there.error} retry={() => void there.refetch()} />;
  if (!there.data) return <Loading lines={2} />;
  const found = there.data.find((b) => b.id === button.id);
  if (!found) return <Alert color="orange">{t('buttons.tryNotThere')}</Alert>;
  return button.kind === 'open_url' ? <Leads button={found} /> : <Calls id={id} button={found} />;
}

function Leads({ button: b }: { button: ConversationButton }) {
  const { t } = useTranslation('settings');
  return (
    <div role="status">
      <Group gap="xs" wrap="nowrap"><Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}><bdi>{b.url}</bdi></Text><Copy value={b.url} /></Group>
      {b.missing.length > 0 && <Text size="sm" className="quiet" mt={4}>{t('buttons.missing', { names: b.missing.join(', ') })}</Text>}
      {b.url.startsWith('https://') && <Button mt="xs" component="a" href={b.url} target="_blank" rel="noopener noreferrer" variant="default" size="xs" rightSection={<IconExternalLink size={14} aria-hidden />}>{t('buttons.tryOpen')}</Button>}
    </div>
  );
}

function Calls({ id, button }: { id: string; button: ConversationButton }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const press = useMutation({
    mutationFn: () => api.buttons.press(id, button.id),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['action-buttons', button.id, 'presses'] }),
  });
  if (!may(useMe(), 'conversations:write')) return <Alert color="orange">{t('buttons.tryNotAllowed')}</Alert>;
  return (
    <div>
      <Button leftSection={<IconBolt size={16} aria-hidden />} loading={press.isPending} onClick={() => press.mutate()}>{t('buttons.tryPress')}</Button>
      <div role="status" aria-live="polite">
        {press.error && <Alert color="red" mt="sm">{explain(press.error)}</Alert>}
        {press.data && (
          <Stack gap={4} mt="sm">
            <div><PressState press={press.data} /></div>
            {press.data.message && <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>{press.data.message}</Text>}
            {press.data.skipped.map((s) => <Text key={s.pointer} size="xs" className="quiet"><bdi className="mono">{s.pointer}</bdi> {s.detail}</Text>)}
          </Stack>
        )}
      </div>
    </div>
  );
}
