import { ActionIcon, Button, Checkbox, Group, PasswordInput, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SSOConnection } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { useUsers } from './data';
import { RoleSelect } from './person-form';

const fields = ['/name', '/issuer', '/clientId', '/clientSecret', '/domains', '/groupsClaim', '/groupRoles', '/defaultRoleId', '/breakGlassUserId'];

/** Connects an OpenID provider, or changes how. */
export function SSOForm({ value, close, done }: { value?: SSOConnection; close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const owners = (useUsers().data ?? []).filter((u) => u.role === 'owner' && u.state === 'active');
  const [draft, setDraft] = useState({
    name: value?.name ?? '', issuer: value?.issuer ?? '', clientId: value?.clientId ?? '', clientSecret: '', domains: value?.domains.map((d) => d.domain) ?? [], groupsClaim: value?.groupsClaim ?? '',
    groupRoles: value?.groupRoles ?? [], defaultRoleId: value?.defaultRoleId ?? 'agent', provision: value?.provision ?? true, enabled: value?.enabled ?? true, enforced: value?.enforced ?? false, breakGlassUserId: value?.breakGlassUserId ?? '',
  });
  const put = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => {
      const { clientSecret, breakGlassUserId, ...rest } = draft;
      const request = { ...rest, ...(breakGlassUserId && { breakGlassUserId }) };
      return value ? api.ssoConnections.update(value.id, { ...request, ...(clientSecret && { clientSecret }) }) : api.ssoConnections.create({ ...request, clientSecret });
    }),
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'sso.edit' : 'sso.create')} label={value ? undefined : t('sso.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('name')} dir="auto" required data-autofocus value={draft.name} onChange={(e) => put({ name: e.currentTarget.value })} error={fault('/name')} />
      <TextInput label={t('sso.issuer')} description={t('sso.issuerHint')} type="url" dir="ltr" placeholder="https://login.example.com" required value={draft.issuer} onChange={(e) => put({ issuer: e.currentTarget.value })} error={fault('/issuer')} />
      <TextInput label={t('sso.clientId')} dir="ltr" autoComplete="off" required value={draft.clientId} onChange={(e) => put({ clientId: e.currentTarget.value })} error={fault('/clientId')} />
      <PasswordInput label={t('sso.secret')} description={value && t('sso.secretHint')} autoComplete="new-password" required={!value} value={draft.clientSecret} onChange={(e) => put({ clientSecret: e.currentTarget.value })} error={fault('/clientSecret')} />
      <TagsInput label={t('sso.domains')} description={t('sso.domainsHint')} placeholder="example.com" acceptValueOnBlur value={draft.domains} onChange={(domains) => put({ domains })} error={fault('/domains')} />
      <RoleSelect label={t('sso.role')} without="owner" value={draft.defaultRoleId} onChange={(defaultRoleId) => put({ defaultRoleId })} error={fault('/defaultRoleId')} />
      <Checkbox label={t('sso.provision')} checked={draft.provision} onChange={(e) => put({ provision: e.currentTarget.checked })} />
      <Groups value={draft} put={put} fault={fault} />
      <Checkbox label={t('sso.enabled')} checked={draft.enabled} onChange={(e) => put({ enabled: e.currentTarget.checked })} />
      <Checkbox label={t('sso.enforce')} description={t('sso.enforceHint')} checked={draft.enforced} onChange={(e) => put({ enforced: e.currentTarget.checked })} />
      {draft.enforced && (
        <Select label={t('sso.breakGlass')} description={t('sso.breakGlassHint')} required value={draft.breakGlassUserId || null} onChange={(v) => put({ breakGlassUserId: v ?? '' })} error={fault('/breakGlassUserId')} data={owners.map((u) => ({ value: u.id, label: u.name ?? u.email }))} />
      )}
    </FormDialog>
  );
}

type GroupRole = { group: string; roleId: string };

function Groups({ value, put, fault }: { value: { groupsClaim: string; groupRoles: GroupRole[] }; put: (change: { groupsClaim?: string; groupRoles?: GroupRole[] }) => void; fault: (pointer: string) => string | undefined }) {
  const { t } = useTranslation('settings');
  const { groupsClaim, groupRoles } = value;
  const set = (i: number, change: Partial<GroupRole>) => put({ groupRoles: groupRoles.map((g, j) => (j === i ? { ...g, ...change } : g)) });
  return (
    <Stack gap="xs">
      <TextInput label={t('sso.claim')} description={t('sso.claimHint')} dir="ltr" placeholder="groups" value={groupsClaim} onChange={(e) => put({ groupsClaim: e.currentTarget.value })} error={fault('/groupsClaim')} />
      {groupRoles.map((g, i) => (
        <Group key={i} gap="xs" align="end" wrap="nowrap">
          <TextInput flex={1} label={t('sso.groupName')} value={g.group} onChange={(e) => set(i, { group: e.currentTarget.value })} error={fault(`/groupRoles/${i}/group`)} required />
          <RoleSelect without="owner" value={g.roleId} onChange={(roleId) => set(i, { roleId })} error={fault(`/groupRoles/${i}/roleId`)} />
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('removeOf', { name: g.group })} onClick={() => put({ groupRoles: groupRoles.filter((_, j) => j !== i) })}><IconX size={16} /></ActionIcon>
        </Group>
      ))}
      {groupsClaim && <Button size="compact-sm" variant="subtle" me="auto" leftSection={<IconPlus size={14} />} onClick={() => put({ groupRoles: [...groupRoles, { group: '', roleId: 'agent' }] })}>{t('sso.addGroup')}</Button>}
      {groupRoles.every((_, i) => !fault(`/groupRoles/${i}`)) && fault('/groupRoles') && <Text size="xs" c="red.8" role="alert">{fault('/groupRoles')}</Text>}
    </Stack>
  );
}
