import { Button, Group, Menu, MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconBraces } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Button as ActionButton, ButtonWithSecret, CreateButtonRequest } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, useMe } from '../../lib/session';
import { useTeams } from './data';

const fields = ['/label', '/kind', '/url', '/teamIds'];
const placeholders = ['contact.id', 'contact.name', 'contact.phone', 'conversation.id', 'agent.id', 'agent.name'];
const kinds = ['open_url', 'post'] as const satisfies readonly CreateButtonRequest['kind'][];

/** Makes a button, or changes one; what it does is so for good. */
export function ButtonForm({ value, close, done }: { value?: ActionButton; close: () => void; done: (secret?: string) => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const teams = useTeams().data ?? [];
  const [label, setLabel] = useState(value?.label ?? '');
  const [kind, setKind] = useState<CreateButtonRequest['kind']>(value?.kind ?? 'open_url');
  const [url, setURL] = useState(value?.url ?? '');
  const [teamIds, setTeams] = useState(value?.teamIds ?? []);
  const text = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async (): Promise<Partial<ButtonWithSecret>> => (value ? api.buttons.update(value.id, { label, url, teamIds }) : api.buttons.create({ label, kind, url, teamIds })),
    onSuccess: ({ secret }) => done(secret),
  });
  const insert = (name: string) => {
    const [from, to] = [text.current?.selectionStart ?? url.length, text.current?.selectionEnd ?? url.length];
    setURL(`${url.slice(0, from)}{${name}}${url.slice(to)}`);
    setTimeout(() => text.current?.focus());
  };
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'buttons.edit' : 'buttons.create')} label={value ? undefined : t('buttons.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('buttons.label')} description={t('buttons.labelHint')} dir="auto" maxLength={60} required data-autofocus value={label} onChange={(e) => setLabel(e.currentTarget.value)} error={fault('/label')} />
      {!value && (
        <Radio.Group label={t('buttons.kind')} value={kind} onChange={(v) => setKind(v as typeof kind)} error={fault('/kind')}>
          <Stack gap="xs" mt="xs">
            {kinds.map((k) => <Radio key={k} value={k} label={t(`buttons.kind_${k}`)} description={t(`buttons.kindHint_${k}`)} disabled={k === 'post' && !may(me, 'webhooks:write')} />)}
          </Stack>
        </Radio.Group>
      )}
      <div>
        <TextInput ref={text} label={t('buttons.url')} description={t(`buttons.urlHint_${kind}`)} type="text" inputMode="url" dir="ltr" maxLength={2048} required value={url} onChange={(e) => setURL(e.currentTarget.value)} error={fault('/url')}
          placeholder={kind === 'open_url' ? 'https://shop.example/orders?phone={contact.phone}' : 'https://shop.example/refund'} />
        {kind === 'open_url' && (
          <Group justify="space-between" mt={4}>
            <Menu position="bottom-start">
              <Menu.Target><Button size="compact-xs" variant="subtle" leftSection={<IconBraces size={14} />}>{t('replies.insert')}</Button></Menu.Target>
              <Menu.Dropdown>{placeholders.map((name) => <Menu.Item key={name} onClick={() => insert(name)}>{t(`buttons.placeholder.${name}`)} <span className="mono quiet">{name}</span></Menu.Item>)}</Menu.Dropdown>
            </Menu>
            <Text size="xs" className="quiet">{t('replies.fields')} <bdi className="mono" dir="ltr">{'{contact.fields.…}'}</bdi></Text>
          </Group>
        )}
      </div>
      <MultiSelect label={t('replies.for')} description={t('buttons.teamsHint')} searchable value={teamIds} onChange={setTeams} error={fault('/teamIds')} maxValues={20}
        placeholder={teamIds.length === 0 ? t('replies.everybody') : undefined} data={teams.map((team) => ({ value: team.id, label: team.name }))} />
    </FormDialog>
  );
}
