import { Checkbox, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { APIKey } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { ScopePicker } from '../../components/scopes';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import type { Scope } from '../../lib/scopes';
import { may, useMe } from '../../lib/session';

const fields = ['/name', '/scopes', '/networks', '/expiresAt'];

export function CreateKey({ close, made }: { close: () => void; made: (key: string) => void }) {
  const { t } = useTranslation('developers');
  const me = useMe();
  const [name, setName] = useState('');
  const [everything, setEverything] = useState(false);
  const [scopes, setScopes] = useState<Scope[]>(['messages:write', 'messages:read']);
  const [days, setDays] = useState<string | null>('');
  const [networks, setNetworks] = useState<string[]>([]);
  const [masks, setMasks] = useState(me.masksPhoneNumbers);
  const create = useMutation({
    mutationFn: () => withRecentSignIn(() => api.apiKeys.create({
      name, scopes: everything ? ['*'] : scopes, networks, masksPhoneNumbers: masks,
      ...(days && { expiresAt: new Date(Date.now() + Number(days) * 86_400_000) }),
    })),
    onSuccess: ({ key }) => made(key),
  });
  const fault = (pointer: string) => faultOf(create.error, pointer);
  return (
    <FormDialog title={t('keys.create')} size="lg" label={t('keys.create')} close={close} pending={create.isPending} save={() => create.mutate()}
      error={isAtFields(create.error, fields) ? undefined : create.error}>
      <TextInput label={t('keys.name')} description={t('keys.nameHint')} value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} required data-autofocus />
      <Radio.Group label={t('keys.scopes')} value={everything ? 'all' : 'some'} onChange={(v) => setEverything(v === 'all')}>
        <Stack gap={6} mt={6}>
          <Radio value="some" label={t('keys.some')} />
          {may(me, '*') && <Radio value="all" label={t('keys.everythingHint')} />}
        </Stack>
      </Radio.Group>
      {!everything && <ScopePicker value={scopes} onChange={setScopes} error={fault('/scopes')} />}
      <Select label={t('keys.expires')} value={days} onChange={setDays} allowDeselect={false} error={fault('/expiresAt')}
        data={[{ value: '', label: t('never') }, ...['30', '90', '365'].map((d) => ({ value: d, label: t('keys.days', { count: Number(d) }) }))]} />
      <Networks value={networks} onChange={setNetworks} error={fault('/networks')} />
      <Checkbox label={t('keys.masks')} checked={masks} disabled={me.masksPhoneNumbers} onChange={(e) => setMasks(e.currentTarget.checked)} />
    </FormDialog>
  );
}

export function EditKey({ value, close, saved }: { value: APIKey; close: () => void; saved: () => void }) {
  const { t } = useTranslation('developers');
  const [name, setName] = useState(value.name);
  const [networks, setNetworks] = useState(value.networks);
  const save = useMutation({
    mutationFn: () => withRecentSignIn(() => api.apiKeys.update(value.id, { name, networks })),
    onSuccess: () => {
      saved();
      close();
    },
  });
  return (
    <FormDialog title={t('keys.edit')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('keys.name')} value={name} onChange={(e) => setName(e.currentTarget.value)} error={faultOf(save.error, '/name')} required data-autofocus />
      <Networks value={networks} onChange={setNetworks} error={faultOf(save.error, '/networks')} />
    </FormDialog>
  );
}

function Networks(props: { value: string[]; onChange: (networks: string[]) => void; error?: string }) {
  const { t } = useTranslation('developers');
  return <TagsInput label={t('keys.networks')} description={t('keys.networksHint')} placeholder="203.0.113.0/24" acceptValueOnBlur {...props} />;
}
