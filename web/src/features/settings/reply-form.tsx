import { Button, Group, Menu, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconBraces } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CannedReply } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { useMe } from '../../lib/session';
import { reachesAll, useTeams } from './data';

const fields = ['/shortcut', '/title', '/body', '/teamId'];
const variables = ['contact.name', 'contact.firstName', 'contact.phone', 'agent.name', 'agent.firstName'];

/** Writes a canned reply, or changes one. */
export function ReplyForm({ value, close, done }: { value?: CannedReply; close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const teams = (useTeams().data ?? []).filter((team) => reachesAll(me) || me.reach.teamIds.includes(team.id));
  const [shortcut, setShortcut] = useState(value?.shortcut ?? '');
  const [title, setTitle] = useState(value?.title ?? '');
  const [body, setBody] = useState(value?.body ?? '');
  const [teamId, setTeam] = useState(value?.teamId ?? (reachesAll(me) ? '' : me.reach.teamIds[0] ?? ''));
  const text = useRef<HTMLTextAreaElement>(null);
  const save = useMutation({
    mutationFn: () => {
      const request = { shortcut: shortcut.replace(/^\//, ''), title, body, teamId };
      return value ? api.cannedReplies.update(value.id, request) : api.cannedReplies.create(request);
    },
    onSuccess: done,
  });
  const insert = (name: string) => {
    const [from, to] = [text.current?.selectionStart ?? body.length, text.current?.selectionEnd ?? body.length];
    setBody(`${body.slice(0, from)}{{${name}}}${body.slice(to)}`);
    setTimeout(() => text.current?.focus());
  };
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'replies.edit' : 'replies.create')} label={value ? undefined : t('replies.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('replies.shortcut')} description={t('replies.shortcutHint')} dir="ltr" leftSection={<Text size="sm" className="quiet">/</Text>} maxLength={60} required data-autofocus value={shortcut} onChange={(e) => setShortcut(e.currentTarget.value)} error={fault('/shortcut')} />
      <TextInput label={t('replies.about')} dir="auto" maxLength={100} value={title} onChange={(e) => setTitle(e.currentTarget.value)} error={fault('/title')} />
      <div>
        <Textarea ref={text} label={t('replies.body')} dir="auto" autosize minRows={4} maxRows={14} maxLength={4096} required value={body} onChange={(e) => setBody(e.currentTarget.value)} error={fault('/body')} />
        <Group justify="space-between" mt={4}>
          <Menu position="bottom-start">
            <Menu.Target><Button size="compact-xs" variant="subtle" leftSection={<IconBraces size={14} />}>{t('replies.insert')}</Button></Menu.Target>
            <Menu.Dropdown>{variables.map((name) => <Menu.Item key={name} onClick={() => insert(name)}>{t(`variable.${name}`)} <span className="mono quiet">{name}</span></Menu.Item>)}</Menu.Dropdown>
          </Menu>
          <Text size="xs" className="quiet">{t('replies.fields')} <bdi className="mono" dir="ltr">{'{{contact.fields.…}}'}</bdi></Text>
        </Group>
      </div>
      <Select label={t('replies.for')} value={teamId} allowDeselect={false} onChange={(v) => setTeam(v ?? '')} error={fault('/teamId')}
        data={[...(reachesAll(me) ? [{ value: '', label: t('replies.everybody') }] : []), ...teams.map((team) => ({ value: team.id, label: team.name }))]} />
    </FormDialog>
  );
}
