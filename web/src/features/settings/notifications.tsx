import { Alert, Button, Checkbox, NumberInput, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationSettings } from '@service/sdk';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { PushBrowsers } from './push-browsers';
import { Sound } from './sound';
import { Head } from './section';

const key = ['notifications', 'settings'];

/** Of what one is told, how, and when not. */
export function Notifications() {
  const { t } = useTranslation('settings');
  const settings = useQuery({ queryKey: key, queryFn: () => api.notifications.settings() });
  return (
    <>
      <Head title={t('notifications.title')} hint={t('notifications.hint')} />
      {settings.error ? <Trouble error={settings.error} retry={() => void settings.refetch()} /> : settings.data ? <Form value={settings.data} /> : <Loading lines={10} />}
      <Sound />
      <PushBrowsers />
    </>
  );
}

function Form({ value }: { value: NotificationSettings }) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(value);
  const put = (change: Partial<NotificationSettings>) => setDraft({ ...draft, ...change });
  const save = useMutation({
    mutationFn: () => {
      const { quietHours, digest, ...rest } = draft;
      return api.notifications.setSettings({
        ...rest, ...(quietHours && { quietHours }), ...(digest && { digest: digest.at ? { at: digest.at } : { everyHours: digest.everyHours } }),
      });
    },
    onSuccess: (saved) => {
      queries.setQueryData(key, saved);
      setDraft(saved);
      toasts.show({ message: t('saved') });
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Kinds draft={draft} put={put} />
      <Quiet draft={draft} put={put} error={save.error} />
      {save.error && !isAtFields(save.error, ['/timeZone', '/quietHours', '/digest']) && <Alert color="red" role="alert" mb="md">{explain(save.error)}</Alert>}
      <Button type="submit" mb="lg" loading={save.isPending} disabled={JSON.stringify(draft) === JSON.stringify(value)}>{shared('action.save')}</Button>
    </form>
  );
}

interface Part {
  draft: NotificationSettings;
  put: (change: Partial<NotificationSettings>) => void;
}

function Kinds({ draft, put }: Part) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation();
  const flip = (kind: string, channel: 'inApp' | 'push' | 'mail') =>
    put({ kinds: draft.kinds.map((k) => (k.kind === kind ? { ...k, [channel]: !k[channel] } : k)) });
  return (
    <div className="framed">
      <Table verticalSpacing={7} className="plain">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('notifications.what')}</Table.Th>
            {(['inApp', 'push', 'mail'] as const).map((c) => <Table.Th key={c} ta="center">{t(`notifications.${c}`)}</Table.Th>)}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {draft.kinds.map((k) => {
            const name = shared(`bell.kind.${k.kind}`, { defaultValue: k.kind });
            return (
              <Table.Tr key={k.kind}>
                <Table.Td>{name}</Table.Td>
                {(['inApp', 'push', 'mail'] as const).map((c) => (
                  <Table.Td key={c}>
                    <Checkbox display="flex" styles={{ body: { marginInline: 'auto' } }} aria-label={`${name}: ${t(`notifications.${c}`)}`} checked={k[c] && (c === 'inApp' || k.inApp)} disabled={c !== 'inApp' && !k.inApp} onChange={() => flip(k.kind, c)} />
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((z) => z !== 'UTC')];

function Quiet({ draft, put, error }: Part & { error: unknown }) {
  const { t } = useTranslation('settings');
  const { quietHours: quiet, digest } = draft;
  const when = digest ? (digest.at ? 'daily' : 'hours') : 'never';
  return (
    <Card title={t('notifications.when')}>
      <Stack gap="sm" className="narrow">
        <Select label={t('notifications.zone')} searchable allowDeselect={false} value={draft.timeZone} onChange={(v) => put({ timeZone: v ?? 'UTC' })} data={[...new Set([draft.timeZone, ownZone, ...zones])]} error={faultOf(error, '/timeZone')} />
        <Checkbox label={t('notifications.quiet')} checked={Boolean(quiet)} onChange={(e) => put({ quietHours: e.currentTarget.checked ? { from: '20:00', to: '07:00', breachesPass: false } : null, timeZone: draft.timeZone === 'UTC' ? ownZone : draft.timeZone })} />
        {quiet && (
          <>
            <TextInput type="time" required label={t('notifications.from')} value={quiet.from} onChange={(e) => put({ quietHours: { ...quiet, from: e.currentTarget.value } })} error={faultOf(error, '/quietHours/from')} />
            <TextInput type="time" required label={t('notifications.to')} value={quiet.to} onChange={(e) => put({ quietHours: { ...quiet, to: e.currentTarget.value } })} error={faultOf(error, '/quietHours/to')} />
            <Checkbox label={t('notifications.breaches')} checked={quiet.breachesPass} onChange={(e) => put({ quietHours: { ...quiet, breachesPass: e.currentTarget.checked } })} />
          </>
        )}
        <Select label={t('notifications.digest')} description={t('notifications.digestHint')} allowDeselect={false} value={when} data={['never', 'daily', 'hours'].map((v) => ({ value: v, label: t(`notifications.digest_${v}`) }))}
          onChange={(v) => put({ digest: v === 'daily' ? { at: '08:00', everyHours: 0 } : v === 'hours' ? { at: '', everyHours: 4 } : null })} />
        {digest && when === 'daily' && <TextInput type="time" required label={t('notifications.at')} value={digest.at} onChange={(e) => put({ digest: { at: e.currentTarget.value || digest.at, everyHours: 0 } })} error={faultOf(error, '/digest')} />}
        {digest && when === 'hours' && <NumberInput label={t('notifications.every')} min={1} max={24} value={digest.everyHours} onChange={(v) => put({ digest: { at: '', everyHours: Number(v) || 1 } })} error={faultOf(error, '/digest')} />}
        <Checkbox label={t('notifications.showText')} description={t('notifications.showTextHint')} checked={draft.showText} onChange={(e) => put({ showText: e.currentTarget.checked })} />
        {faultOf(error, '/quietHours') && <Text size="xs" c="red.8" role="alert">{faultOf(error, '/quietHours')}</Text>}
      </Stack>
    </Card>
  );
}
