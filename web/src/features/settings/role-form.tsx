import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreateRoleRequest, Role } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { ScopePicker } from '../../components/scopes';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { subjects, type Scope } from '../../lib/scopes';
import { may, useMe } from '../../lib/session';
import { usePhoneNumbers, useRoleName } from './data';

const fields = ['/name', '/scopes', '/reach', '/phoneNumberIds', '/masksPhoneNumbers'];
const reaches: CreateRoleRequest['reach'][] = ['all', 'teams', 'own_and_unassigned_of_teams', 'own_and_followed'];
const every = subjects.flatMap((s) => [s.read, s.write]).filter((s) => s !== undefined);

/** Creates a role, perhaps from another, or changes one. */
export function RoleForm({ value, from, close, done }: { value?: Role; from?: Role; close: () => void; done: (role: Role) => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const roleName = useRoleName();
  const begin = value ?? from;
  const [name, setName] = useState(value?.name ?? (from ? t('roles.copyOf', { name: roleName(from.id) }) : ''));
  const [scopes, setScopes] = useState<Scope[]>(() => (begin?.scopes.includes('*') ? every : (begin?.scopes ?? ['messages:read', 'conversations:read', 'contacts:read']) as Scope[]).filter((s) => may(me, s)));
  const [reach, setReach] = useState(begin?.reach ?? 'teams');
  const [phoneNumberIds, setNumbers] = useState(begin?.phoneNumberIds ?? []);
  const [masks, setMasks] = useState(begin?.masksPhoneNumbers ?? me.masksPhoneNumbers);
  const numbers = usePhoneNumbers().data ?? [];
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => {
      const request = { name, scopes, reach, phoneNumberIds, masksPhoneNumbers: masks };
      return value ? api.roles.update(value.id, request) : api.roles.create(request);
    }),
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'roles.edit' : 'roles.create')} label={value ? undefined : t('roles.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('name')} dir="auto" maxLength={100} required data-autofocus value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <ScopePicker value={scopes} onChange={setScopes} error={fault('/scopes')} />
      <Select label={t('reach.label')} value={reach} allowDeselect={false} onChange={(v) => setReach(v as Role['reach'])} error={fault('/reach')} data={reaches.map((r) => ({ value: r, label: t(`reach.${r}`) }))} />
      {numbers.length > 0 && (
        <MultiSelect label={t('numbers.title')} description={t('roles.numbersHint')} value={phoneNumberIds} onChange={setNumbers} error={fault('/phoneNumberIds')} data={numbers.map((p) => ({ value: p.id, label: `${p.number} · ${p.verifiedName}` }))} />
      )}
      <Checkbox label={t('roles.masks')} description={t('roles.masksHint')} checked={masks} disabled={me.masksPhoneNumbers} onChange={(e) => setMasks(e.currentTarget.checked)} error={fault('/masksPhoneNumbers')} />
    </FormDialog>
  );
}
