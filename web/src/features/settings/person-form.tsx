import { Anchor, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { may, useMe } from '../../lib/session';
import { mayGive, useRoleName, useRoles, useTeams } from './data';

const fields = ['/email', '/name', '/role'];

export function InvitePerson({ close, done }: { close: () => void; done: (link?: string) => void }) {
  const { t } = useTranslation('settings');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState('agent');
  const [teamIds, setTeamIds] = useState<string[]>([]);
  const invite = useMutation({
    mutationFn: async () => {
      const user = await withRecentSignIn(() => api.users.create({ email, name, role }));
      for (const id of teamIds) await join(id, user.id).catch(tellError);
      return user;
    },
    onSuccess: ({ invitationUrl }) => {
      if (!invitationUrl) notifications.show({ message: t('people.sent', { email }) });
      done(invitationUrl);
    },
  });
  const fault = (pointer: string) => faultOf(invite.error, pointer);
  return (
    <FormDialog title={t('people.invite')} label={t('people.send')} close={close} pending={invite.isPending} save={() => invite.mutate()} error={isAtFields(invite.error, fields) ? undefined : invite.error}>
      <Text size="sm" className="quiet">{t('people.inviteHint')}</Text>
      <TextInput label={t('people.email')} type="email" dir="ltr" autoComplete="off" value={email} onChange={(e) => setEmail(e.currentTarget.value)} error={fault('/email')} required data-autofocus />
      <TextInput label={t('name')} dir="auto" autoComplete="off" value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} required />
      <RoleSelect value={role} onChange={setRole} error={fault('/role')} />
      <TeamsSelect value={teamIds} onChange={setTeamIds} />
    </FormDialog>
  );
}

/** Puts somebody into a team beside those who are there. */
async function join(teamId: string, userId: string): Promise<void> {
  const { userIds, leadUserId } = await api.teams.get(teamId);
  await withRecentSignIn(() => api.teams.setMembers(teamId, { userIds: [...userIds, userId], leadUserId: leadUserId || undefined }));
}

/** The teams of somebody new; where they cannot be chosen, what a team is needed for. */
function TeamsSelect({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation('settings');
  const teams = useTeams().data ?? [];
  if (!may(useMe(), 'teams:write') || teams.length === 0) return <Text size="sm" className="quiet">{t('people.teamsLater')} <Anchor component={Link} to={'/routing/teams' as never} size="sm">{t('people.toTeams')}</Anchor></Text>;
  return <MultiSelect label={t('people.teams')} description={t('people.teamsHint')} searchable comboboxProps={{ position: 'top' }} value={value} onChange={onChange} data={teams.map((x) => ({ value: x.id, label: x.name }))} />;
}

export function EditPerson({ value, close, done }: { value: User; close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const [name, setName] = useState(value.name ?? '');
  const [role, setRole] = useState(value.role);
  const save = useMutation({
    // Only what was changed: the name of somebody who works elsewhere too is theirs to change.
    mutationFn: () => withRecentSignIn(() => api.users.update(value.id, { ...(name !== (value.name ?? '') && { name }), ...(role !== value.role && { role }) })),
    onSuccess: done,
  });
  return (
    <FormDialog title={t('people.editTitle', { name: value.name ?? value.email })} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('name')} dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={faultOf(save.error, '/name')} data-autofocus />
      <RoleSelect value={role} onChange={setRole} error={faultOf(save.error, '/role')} />
    </FormDialog>
  );
}

/** A role that one may give. */
export function RoleSelect({ value, onChange, error, label, without }: { value: string; onChange: (role: string) => void; error?: string; label?: string; without?: string }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const roleName = useRoleName();
  const ids = (useRoles().data ?? []).filter((r) => r.id !== without && mayGive(me, r)).map((r) => r.id);
  const known = t(`roleHint.${value}`, { defaultValue: '' });
  return (
    <Select label={label ?? t('people.role')} description={known || undefined} value={value} onChange={(v) => onChange(v ?? value)} allowDeselect={false} error={error}
      data={[...new Set([...ids, value])].map((id) => ({ value: id, label: roleName(id) }))} />
  );
}
