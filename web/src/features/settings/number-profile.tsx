import { Alert, Button, FileButton, Group, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPhoto } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BusinessProfile, UpdateBusinessProfileRequest } from '@service/sdk';
import { Face } from '../../components/face';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';

type Vertical = NonNullable<BusinessProfile['vertical']>;

const fields = ['/about', '/address', '/description', '/email', '/vertical', '/websites', '/pictureMediaId'];
const verticals: Vertical[] = [
  'auto', 'beauty', 'apparel', 'edu', 'entertain', 'event_plan', 'finance', 'grocery', 'govt', 'hotel', 'health', 'nonprofit', 'prof_services', 'retail', 'travel', 'restaurant', 'alcohol', 'otc_drugs', 'online_gambling',
  'physical_gambling', 'not_a_biz', 'other',
];

/** What contacts see of a number. It is at the provider, so it is asked for there. */
export function NumberProfile({ id, name, writes }: { id: string; name: string; writes: boolean }) {
  const profile = useQuery({ queryKey: ['phone-numbers', id, 'profile'], queryFn: () => api.phoneNumbers.profile(id) });
  if (profile.error) return <Trouble error={profile.error} retry={() => void profile.refetch()} />;
  if (!profile.data) return <Loading />;
  return <Form id={id} name={name} value={profile.data} writes={writes} />;
}

function Form({ id, name, value, writes }: { id: string; name: string; value: BusinessProfile; writes: boolean }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(value);
  const [picture, setPicture] = useState<File | null>(null);
  const put = (change: Partial<BusinessProfile>) => setDraft({ ...draft, ...change });
  const save = useMutation({
    mutationFn: async () => {
      const changed = (['about', 'address', 'description', 'email', 'vertical', 'websites'] as const).filter((f) => JSON.stringify(draft[f]) !== JSON.stringify(value[f]));
      const request = Object.fromEntries(changed.map((f) => [f, draft[f]])) as UpdateBusinessProfileRequest;
      if (picture) request.pictureMediaId = (await api.media.upload(picture)).id;
      return api.phoneNumbers.updateProfile(id, request);
    },
    onSuccess: (saved) => {
      queries.setQueryData(['phone-numbers', id, 'profile'], saved);
      setDraft(saved);
      setPicture(null);
      notifications.show({ message: t('saved') });
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  const same = !picture && JSON.stringify(draft) === JSON.stringify(value);
  return (
    <form onSubmit={submit} className="narrow">
      <Stack>
        <Group gap="sm">
          <Face name={name} id={id} size={52} />
          {writes && <FileButton accept="image/jpeg,image/png" onChange={setPicture}>{(props) => <Button {...props} size="xs" variant="default" leftSection={<IconPhoto size={15} />}>{t('business.picture')}</Button>}</FileButton>}
          <Text size="sm" className="quiet">{picture ? picture.name : t(value.pictureUrl ? 'business.hasPicture' : 'business.noPicture')}</Text>
        </Group>
        {fault('/pictureMediaId') && <Text size="xs" c="red.8" role="alert">{fault('/pictureMediaId')}</Text>}
        <TextInput label={t('business.about')} description={t('business.aboutHint')} dir="auto" maxLength={139} readOnly={!writes} value={draft.about} onChange={(e) => put({ about: e.currentTarget.value })} error={fault('/about')} />
        <Textarea label={t('business.description')} dir="auto" autosize minRows={2} maxLength={512} readOnly={!writes} value={draft.description} onChange={(e) => put({ description: e.currentTarget.value })} error={fault('/description')} />
        <Select label={t('business.vertical')} searchable allowDeselect={false} readOnly={!writes} value={draft.vertical ?? null} onChange={(v) => put({ vertical: v as Vertical })} error={fault('/vertical')}
          data={[...(draft.vertical === 'undefined' ? ['undefined' as const] : []), ...verticals].map((v) => ({ value: v, label: t(`vertical.${v}`) }))} />
        <TextInput label={t('business.address')} dir="auto" maxLength={256} readOnly={!writes} value={draft.address} onChange={(e) => put({ address: e.currentTarget.value })} error={fault('/address')} />
        <TextInput label={t('business.email')} type="email" dir="ltr" maxLength={128} readOnly={!writes} value={draft.email} onChange={(e) => put({ email: e.currentTarget.value })} error={fault('/email')} />
        <TagsInput label={t('business.websites')} description={t('business.websitesHint')} placeholder="https://" dir="ltr" maxTags={2} acceptValueOnBlur readOnly={!writes} value={draft.websites} onChange={(websites) => put({ websites })} error={fault('/websites')} />
        {save.error && !isAtFields(save.error, fields) && <Alert color="red" role="alert">{explain(save.error)}</Alert>}
        {writes && <Button type="submit" me="auto" loading={save.isPending} disabled={same}>{shared('action.save')}</Button>}
      </Stack>
    </form>
  );
}
