import { ActionIcon, Badge, Button, Divider, Group, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactPromise, UpdatePromiseRequest } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { useLive } from '../../lib/live';
import { may, useMe } from '../../lib/session';
import { useNow } from './now';

/** What was promised to the contact and is not done yet. */
export default function Promises({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const writes = may(useMe(), 'conversations:write');
  const queries = useQueryClient();
  const [adds, setAdds] = useState(false);
  const list = useQuery({ queryKey: ['promises', id], queryFn: async () => (await api.promises.ofConversation(id, { limit: 50 }).page()).data });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['promises', id] });
  useLive(['promise.'], refresh, refresh);
  const pending = list.data?.filter((p) => p.status === 'open' || p.status === 'proposed') ?? [];
  if (pending.length === 0 && !writes) return null;
  return (
    <>
      <Divider />
      <div className="pane-part">
        <Group justify="space-between" mb="xs">
          <Title order={3} size="h6">{t('promises')}</Title>
          {writes && <Tooltip label={t('promise.add')}><ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('promise.add')} onClick={() => setAdds(true)}><IconPlus size={16} /></ActionIcon></Tooltip>}
        </Group>
        {pending.length === 0 && <Text size="xs" className="quiet">{t('promise.none')}</Text>}
        {pending.map((p) => <Line key={p.id} promise={p} writes={writes} done={refresh} />)}
      </div>
      {adds && <Add id={id} close={() => setAdds(false)} done={refresh} />}
    </>
  );
}

function Line({ promise: p, writes, done }: { promise: ContactPromise; writes: boolean; done: () => void }) {
  const { t } = useTranslation('inbox');
  const late = Date.parse(p.dueAt) < useNow(60_000);
  const change = useMutation({ mutationFn: (status: NonNullable<UpdatePromiseRequest['status']>) => api.promises.update(p.id, { status }), onSuccess: done, onError: tellError });
  return (
    <div className="before">
      <Text size="sm" dir="auto">{p.text}</Text>
      <Group gap={6} justify="space-between">
        <Text size="xs" className="quiet" component="span">
          {t('promise.due')} <Moment at={p.dueAt} />{' '}
          {late ? <Badge size="xs" color="red" variant="light">{t('promise.late')}</Badge> : p.status === 'proposed' && <Badge size="xs" variant="light">{t('promise.proposed')}</Badge>}
        </Text>
        {writes && (
          <Group gap={4}>
            {p.status === 'proposed' && <Button size="compact-xs" variant="light" loading={change.isPending} onClick={() => change.mutate('open')}>{t('promise.confirm')}</Button>}
            {p.status === 'open' && <ActionIcon size="sm" variant="light" aria-label={t('promise.kept', { text: p.text })} title={t('promise.kept', { text: p.text })} onClick={() => change.mutate('kept')}><IconCheck size={15} /></ActionIcon>}
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('promise.withdraw', { text: p.text })} title={t('promise.withdraw', { text: p.text })} onClick={() => change.mutate('withdrawn')}><IconX size={15} /></ActionIcon>
          </Group>
        )}
      </Group>
    </div>
  );
}

function Add({ id, close, done }: { id: string; close: () => void; done: () => void }) {
  const { t } = useTranslation('inbox');
  const [text, setText] = useState('');
  const [due, setDue] = useState('');
  const add = useMutation({
    mutationFn: () => api.promises.create(id, { text, dueAt: new Date(due).toISOString() }),
    onSuccess: () => {
      close();
      done();
    },
  });
  return (
    <FormDialog title={t('promise.add')} close={close} pending={add.isPending} error={add.error} save={() => add.mutate()}>
      <TextInput label={t('promise.text')} value={text} onChange={(e) => setText(e.currentTarget.value)} required data-autofocus dir="auto" />
      <TextInput type="datetime-local" label={t('promise.dueAt')} value={due} onChange={(e) => setDue(e.currentTarget.value)} required />
    </FormDialog>
  );
}
