import { ActionIcon, Menu, MultiSelect, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '@service/sdk';
import { FormDialog, Sure } from '../../../components/dialogs';
import { api } from '../../../lib/api';
import { may, useMe } from '../../../lib/session';
import { useUsers } from '../data';

/** What one may do with a note: change one's own, and delete it. */
export default function NoteMenu({ note }: { note: Note }) {
  const { t } = useTranslation(['inbox/more', 'inbox', 'app']);
  const me = useMe();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const own = note.createdBy.type === 'user' && note.createdBy.id === me.id;
  const again = () => void queries.invalidateQueries({ queryKey: ['notes', note.conversationId] });
  if (!may(me, 'conversations:write') || (!own && !may(me, 'users:write'))) return null;
  return (
    <span className="bubble-menu">
      <Menu>
        <Menu.Target><ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('inbox:noteMenu')}><IconDots size={16} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          {own && <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsks('edit')}>{t('notes.edit')}</Menu.Item>}
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsks('delete')}>{t('inbox:deleteNote')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks === 'edit' && <Edit note={note} close={() => setAsks(undefined)} done={again} />}
      {asks === 'delete' && <Sure title={t('notes.deleteTitle')} label={t('app:action.delete')} close={() => setAsks(undefined)} run={() => api.conversations.deleteNote(note.conversationId, note.id)} done={again}>{t('notes.deleteHint')}</Sure>}
    </span>
  );
}

function Edit({ note, close, done }: { note: Note; close: () => void; done: () => void }) {
  const { t } = useTranslation('inbox/more');
  const users = useUsers();
  const [body, setBody] = useState(note.body);
  const [mentioned, setMentioned] = useState(note.mentionedUserIds);
  const names = new Map(users.data?.map((u) => [u.id, u.name]));
  for (const id of mentioned) if (!names.has(id)) names.set(id, t('notes.gone'));
  const save = useMutation({
    mutationFn: () => api.conversations.updateNote(note.conversationId, note.id, {
      body: body.trim(), ...(mentioned.join() !== note.mentionedUserIds.join() && { mentionedUserIds: mentioned }),
    }),
    onSuccess: () => { close(); done(); },
  });
  return (
    <FormDialog title={t('notes.edit')} close={close} save={() => save.mutate()} pending={save.isPending} error={save.error}>
      <Textarea label={t('notes.text')} value={body} onChange={(e) => setBody(e.currentTarget.value)} required autosize minRows={3} maxRows={12} dir="auto" data-autofocus />
      <MultiSelect label={t('notes.mentions')} description={t('notes.mentionsHint')} data={[...names].map(([value, label]) => ({ value, label }))} value={mentioned} onChange={setMentioned} searchable maxValues={20} />
    </FormDialog>
  );
}
