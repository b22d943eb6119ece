import { Button, Group, Select, Stack, TextInput, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf } from '../../lib/faults';
import { changeLanguage, languages } from '../../lib/i18n';
import { useMe } from '../../lib/session';
import { useRoleName } from './data';
import { Head } from './section';

/** Who one is, and how the app looks for oneself. */
export function Profile() {
  const { t } = useTranslation('settings');
  const me = useMe();
  const roleName = useRoleName();
  return (
    <>
      <Head title={t('profile.title')} hint={t('profile.hint')} />
      <div className="narrow">
        <Card title={t('profile.about')}>
          <NameForm key={me.name} name={me.name} />
          <LabelledValue label={t('people.email')}><bdi>{me.email}</bdi></LabelledValue>
          {me.roleId && <LabelledValue label={t('people.role')}><bdi>{roleName(me.roleId)}</bdi></LabelledValue>}
          <LabelledValue label={t('reach.label')}>{t(`reach.${me.reach.kind}`)}</LabelledValue>
          {me.masksPhoneNumbers && <LabelledValue label={t('roles.masks')}>{t('yes')}</LabelledValue>}
        </Card>
        <Look />
      </div>
    </>
  );
}

function NameForm({ name: before }: { name: string }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(before);
  const save = useMutation({
    mutationFn: () => api.sessions.updateMe({ name }),
    onSuccess: () => {
      notifications.show({ message: t('saved') });
      return Promise.all([queries.invalidateQueries({ queryKey: ['me'] }), queries.invalidateQueries({ queryKey: ['users'] })]);
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="xs" mb="sm">
        <TextInput flex={1} label={t('profile.name')} description={t('profile.nameHint')} dir="auto" autoComplete="name" required value={name} onChange={(e) => setName(e.currentTarget.value)}
          error={faultOf(save.error, '/name') ?? (save.error && explain(save.error))} />
        <Button type="submit" variant="default" disabled={name.trim() === before} loading={save.isPending}>{shared('action.save')}</Button>
      </Group>
    </form>
  );
}

function Look() {
  const { t } = useTranslation('settings');
  const { t: shared, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title={t('profile.app')}>
      <Stack gap="sm">
        <Select label={shared('shell.language')} value={i18n.language} allowDeselect={false} onChange={(v) => void changeLanguage(v ?? 'en')}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))} />
        <Select label={shared('shell.look')} value={colorScheme} allowDeselect={false} onChange={(v) => setColorScheme(v as MantineColorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: shared(`shell.look_${value}`) }))} />
      </Stack>
    </Card>
  );
}
