import { Button, Checkbox, Group, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreateViewRequest, SavedView } from '@service/sdk';
import { FormDialog, Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { may, useMe } from '../../lib/session';
import { useLabels, useTeams, useUsers, type Choice } from './data';

type Filter = NonNullable<CreateViewRequest['filter']>;

/** Names a list of conversations, or changes one that has a name. */
export default function ViewDialog({ view, choice, close, saved }: { view?: SavedView | undefined; choice: Choice; close: () => void; saved: (id: string | undefined) => void }) {
  const { t } = useTranslation('inbox');
  const { t: shared } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const users = useUsers();
  const teams = useTeams();
  const labels = useLabels();
  const [name, setName] = useState(view?.name ?? '');
  const [everybody, setEverybody] = useState(view?.shared ?? false);
  const [order, setOrder] = useState<'activity' | 'waiting'>(view?.order ?? 'activity');
  const [filter, setFilter] = useState<Filter>(view?.filter ?? begun(choice));
  const [deletes, setDeletes] = useState(false);
  const change = (next: Partial<Filter>) => setFilter((f) => kept({ ...f, ...next }));
  const done = (id: string | undefined) => {
    void queries.invalidateQueries({ queryKey: ['views'] });
    void queries.invalidateQueries({ queryKey: ['conversations'] });
    close();
    saved(id);
  };
  const save = useMutation({
    mutationFn: () => (view ? api.views.update(view.id, { name, order, filter, shared: everybody }) : api.views.create({ name, order, filter, shared: everybody })),
    onSuccess: (v) => done(v.id),
  });
  if (view && deletes) {
    return <Sure title={t('saving.deleteTitle', { name: view.name })} label={shared('action.delete')} run={() => api.views.delete(view.id)} close={close} done={() => done(undefined)}>{t('saving.deleteHint')}</Sure>;
  }
  return (
    <FormDialog title={t(view ? 'saving.edit' : 'saving.create')} close={close} pending={save.isPending} error={save.error} save={() => save.mutate()}>
      <TextInput label={t('saving.name')} value={name} onChange={(e) => setName(e.currentTarget.value)} required data-autofocus maxLength={100} dir="auto" />
      <MultiSelect label={t('saving.status')} description={t('saving.statusHint')} value={filter.status ?? []} onChange={(v) => change({ status: v as Filter['status'] })} clearable
        data={(['open', 'pending', 'snoozed', 'closed'] as const).map((s) => ({ value: s, label: t(`status.${s}`) }))} />
      <Select label={t('saving.agent')} value={filter.agentId ?? null} onChange={(v) => change({ agentId: v ?? undefined })} clearable searchable
        data={[{ value: 'me', label: t('saving.me') }, { value: 'none', label: t('saving.nobody') }, ...(users.data ?? []).map((u) => ({ value: u.id, label: u.name }))]} />
      <Select label={t('saving.team')} value={filter.teamId ?? null} onChange={(v) => change({ teamId: v ?? undefined })} clearable searchable data={teams.data?.map((x) => ({ value: x.id, label: x.name })) ?? []} />
      <MultiSelect label={t('labels')} value={filter.labelIds ?? []} onChange={(v) => change({ labelIds: v })} clearable searchable data={labels.data?.map((l) => ({ value: l.id, label: l.name })) ?? []} />
      <Checkbox label={t('saving.needsAnswer')} checked={filter.needsAnswer ?? false} onChange={(e) => change({ needsAnswer: e.currentTarget.checked || undefined })} />
      <Select label={t('saving.order')} value={order} allowDeselect={false} onChange={(v) => setOrder(v as typeof order)} data={(['activity', 'waiting'] as const).map((o) => ({ value: o, label: t(`saving.by.${o}`) }))} />
      {may(me, 'teams:write') ? <Checkbox label={t('saving.shared')} checked={everybody} onChange={(e) => setEverybody(e.currentTarget.checked)} /> : view?.shared && <Text size="sm" className="quiet">{t('saving.shared')}</Text>}
      {view && <Group><Button variant="subtle" color="red" size="compact-sm" onClick={() => setDeletes(true)}>{shared('action.delete')}</Button></Group>}
    </FormDialog>
  );
}

/** What the list that is shown says already. */
function begun(choice: Choice): Filter {
  return kept({
    teamId: choice.teamId,
    labelIds: choice.labelId ? [choice.labelId] : [],
    agentId: choice.view === 'mine' ? 'me' : choice.view === 'unassigned' ? 'none' : undefined,
    needsAnswer: ['needs_answer', 'waiting_longest'].includes(choice.view) || undefined,
    status: choice.view === 'snoozed' || choice.view === 'closed' ? [choice.view] : [],
  });
}

/** What says nothing is left out. */
function kept(filter: { [K in keyof Filter]?: Filter[K] | undefined }): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, v]) => v !== undefined && !(Array.isArray(v) && v.length === 0))) as Filter;
}
