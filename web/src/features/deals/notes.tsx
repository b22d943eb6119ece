import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deal } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { usePeople } from './data';

/** What people wrote beside a deal. */
export function Notes({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const me = useMe();
  const people = usePeople();
  const queries = useQueryClient();
  const [body, setBody] = useState('');
  const key = ['deals', 'notes', deal.id];
  const notes = useQuery({ queryKey: key, queryFn: async () => (await api.deals.notes(deal.id, { limit: 100 }).page()).data });
  const write = useMutation({
    mutationFn: () => api.deals.createNote(deal.id, { body: body.trim() }),
    onSuccess: () => {
      setBody('');
      void queries.invalidateQueries({ queryKey: key });
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    write.mutate();
  };
  return (
    <Stack gap="sm">
      {may(me, 'deals:write') && (
        <form onSubmit={submit}>
          <Textarea aria-label={t('note.write')} placeholder={t('note.write')} dir="auto" autosize minRows={2} value={body} error={write.error && explain(write.error)} onChange={(e) => setBody(e.currentTarget.value)} />
          <Group justify="end" mt="xs"><Button type="submit" size="xs" disabled={!body.trim()} loading={write.isPending}>{shared('action.add')}</Button></Group>
        </form>
      )}
      {notes.isLoading && <Loading lines={3} />}
      {notes.error && <Trouble error={notes.error} />}
      {notes.data?.length === 0 && <Text size="sm" className="quiet">{t('note.none')}</Text>}
      {notes.data?.map((n) => (
        <div key={n.id} className="deal-note">
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>{n.body}</Text>
          <Text size="xs" mt={4}>{people.find((p) => p.id === n.createdBy.id)?.name ?? t('somebody')} · {dateTime(n.createdAt)}</Text>
        </div>
      ))}
    </Stack>
  );
}
