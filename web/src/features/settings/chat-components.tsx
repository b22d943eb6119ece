import { ActionIcon, Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationalComponents } from '@service/sdk';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';

/** What a number offers in an empty chat, and after a slash. */
export function ChatComponents({ id, writes }: { id: string; writes: boolean }) {
  const components = useQuery({ queryKey: ['phone-numbers', id, 'components'], queryFn: () => api.phoneNumbers.components(id) });
  if (components.error) return <Trouble error={components.error} retry={() => void components.refetch()} />;
  if (!components.data) return <Loading />;
  return <Form id={id} value={components.data} writes={writes} />;
}

const without = <T,>(list: readonly T[], at: number) => list.filter((_, i) => i !== at);
const changed = <T,>(list: readonly T[], at: number, value: T) => list.map((x, i) => (i === at ? value : x));

function Form({ id, value, writes }: { id: string; value: ConversationalComponents; writes: boolean }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(value);
  const { prompts, commands } = draft;
  const put = (change: Partial<ConversationalComponents>) => setDraft({ ...draft, ...change });
  const save = useMutation({
    mutationFn: () => api.phoneNumbers.setComponents(id, draft),
    onSuccess: (saved) => {
      queries.setQueryData(['phone-numbers', id, 'components'], saved);
      setDraft(saved);
      notifications.show({ message: t('saved') });
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  const remove = (name: string, run: () => void) => writes && <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('removeOf', { name })} onClick={run}><IconX size={16} /></ActionIcon>;
  const add = (label: string, run: () => void) => writes && <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={run}>{label}</Button>;
  return (
    <form onSubmit={submit}>
      <Card title={t('chat.prompts')} actions={prompts.length < 4 && add(t('chat.addPrompt'), () => put({ prompts: [...prompts, ''] }))}>
        <Text size="sm" className="quiet" mb="xs">{t('chat.promptsHint')}</Text>
        <Stack gap="xs">
          {prompts.map((p, i) => (
            <Group key={i} gap={4} wrap="nowrap" align="start">
              <TextInput flex={1} aria-label={t('chat.prompt', { n: i + 1 })} dir="auto" maxLength={80} required readOnly={!writes} value={p} onChange={(e) => put({ prompts: changed(prompts, i, e.currentTarget.value) })} error={fault(`/prompts/${i}`)} />
              {remove(p, () => put({ prompts: without(prompts, i) }))}
            </Group>
          ))}
        </Stack>
      </Card>
      <Card title={t('chat.commands')} actions={commands.length < 30 && add(t('chat.addCommand'), () => put({ commands: [...commands, { name: '', description: '' }] }))}>
        <Text size="sm" className="quiet" mb="xs">{t('chat.commandsHint')}</Text>
        <Stack gap="xs">
          {commands.map((c, i) => (
            <Group key={i} gap={4} wrap="nowrap" align="start">
              <TextInput w={170} aria-label={t('chat.name', { n: i + 1 })} placeholder={t('chat.namePlaceholder')} dir="auto" maxLength={32} required readOnly={!writes} leftSection={<Text size="sm" className="quiet">/</Text>} value={c.name}
                onChange={(e) => put({ commands: changed(commands, i, { ...c, name: e.currentTarget.value }) })} error={fault(`/commands/${i}/name`)} />
              <TextInput flex={1} aria-label={t('chat.description', { n: i + 1 })} placeholder={t('chat.descriptionPlaceholder')} dir="auto" maxLength={256} required readOnly={!writes} value={c.description}
                onChange={(e) => put({ commands: changed(commands, i, { ...c, description: e.currentTarget.value }) })} error={fault(`/commands/${i}/description`)} />
              {remove(c.name, () => put({ commands: without(commands, i) }))}
            </Group>
          ))}
        </Stack>
      </Card>
      <Checkbox mb="md" label={t('chat.welcome')} description={t('chat.welcomeHint')} disabled={!writes} checked={draft.welcomeMessage} onChange={(e) => put({ welcomeMessage: e.currentTarget.checked })} />
      {save.error && !isAtFields(save.error, [...prompts.map((_, i) => `/prompts/${i}`), ...commands.map((_, i) => `/commands/${i}`)]) && <Alert color="red" role="alert" mb="md">{explain(save.error)}</Alert>}
      {writes && <Button type="submit" loading={save.isPending} disabled={JSON.stringify(draft) === JSON.stringify(value)}>{shared('action.save')}</Button>}
    </form>
  );
}
