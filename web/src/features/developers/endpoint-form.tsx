import { Accordion, Checkbox, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventSelector, WebhookEndpoint, WebhookEndpointWithSecret } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, useMe } from '../../lib/session';

const fields = ['/url', '/events', '/description', '/phoneNumberIds', '/timeoutSeconds', '/rateLimit', '/maxBatch'];

/** The kinds of events that one can name. */
export function useEventTypes() {
  return useQuery({ queryKey: ['event-types'], queryFn: () => api.events.types(), staleTime: Infinity });
}

/** Kinds of events to choose from, with what names several of them. */
export function EventSelect({ value, onChange, error, label }: { value: string[]; onChange: (names: string[]) => void; error?: string; label: string }) {
  const { t } = useTranslation('developers');
  const names = useEventTypes().data?.data.map((type) => type.name) ?? [];
  const prefixes = [...new Set(names.map((name) => `${name.split('.')[0]}.*`))];
  return (
    <MultiSelect label={label} description={t('webhooks.eventsHint')} value={value} onChange={onChange} error={error} searchable clearable hidePickedOptions
      data={[{ group: t('webhooks.groups'), items: prefixes }, { group: t('webhooks.kinds'), items: names }]} placeholder={value.length === 0 ? t('webhooks.everyEvent') : undefined} />
  );
}

/** Creates a receiver, or changes one. */
export function EndpointForm({ value, close, done }: { value?: WebhookEndpoint; close: () => void; done: (endpoint: WebhookEndpoint | WebhookEndpointWithSecret) => void }) {
  const { t } = useTranslation('developers');
  const me = useMe();
  const [url, setUrl] = useState(value?.url ?? '');
  const [description, setDescription] = useState(value?.description ?? '');
  const [events, setEvents] = useState(value?.events.filter((e) => e !== '*') ?? []);
  const [numbers, setNumbers] = useState(value?.phoneNumberIds ?? []);
  const [ordering, setOrdering] = useState(value?.ordering ?? 'key');
  const [signature, setSignature] = useState(value?.signature ?? 'hmac');
  const [timeout, setTimeout] = useState<string | number>(value?.timeoutSeconds ?? 15);
  const [rate, setRate] = useState<string | number>(value?.rateLimit ?? '');
  const [batch, setBatch] = useState<string | number>(value?.maxBatch ?? 1);
  const [enabled, setEnabled] = useState(true);
  const phones = useQuery({ queryKey: ['phone-numbers'], queryFn: () => all(api.phoneNumbers.list({ limit: 200 })), enabled: may(me, 'numbers:read') });
  const save = useMutation({
    mutationFn: async (): Promise<WebhookEndpoint | WebhookEndpointWithSecret> => {
      const request = {
        url, description, events: (events.length > 0 ? events : ['*']) as EventSelector[], phoneNumberIds: numbers, ordering,
        timeoutSeconds: Number(timeout), rateLimit: rate === '' ? null : Number(rate), maxBatch: Number(batch),
      };
      return value ? api.webhookEndpoints.update(value.id, request) : api.webhookEndpoints.create({ ...request, signature, enabled });
    },
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'webhooks.edit' : 'webhooks.create')} size="lg" label={value ? undefined : t('webhooks.create')} close={close} pending={save.isPending}
      save={() => save.mutate()} error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('webhooks.url')} placeholder="https://example.com/webhook" type="url" dir="ltr" value={url} onChange={(e) => setUrl(e.currentTarget.value)} error={fault('/url')} required data-autofocus />
      <TextInput label={t('webhooks.description')} dir="auto" value={description} onChange={(e) => setDescription(e.currentTarget.value)} error={fault('/description')} />
      <EventSelect label={t('webhooks.events')} value={events} onChange={setEvents} error={fault('/events')} />
      {(phones.data?.length ?? 0) > 0 && (
        <MultiSelect label={t('webhooks.numbers')} description={t('webhooks.numbersHint')} value={numbers} onChange={setNumbers} error={fault('/phoneNumberIds')}
          data={phones.data?.map((p) => ({ value: p.id, label: `${p.number} · ${p.verifiedName}` }))} />
      )}
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{t('webhooks.more')}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <Select label={t('webhooks.ordering')} value={ordering} onChange={(v) => setOrdering(v as typeof ordering)} allowDeselect={false}
                data={['key', 'none', 'endpoint'].map((o) => ({ value: o, label: t(`ordering.${o}`) }))} />
              {!value && (
                <Select label={t('webhooks.signature')} value={signature} onChange={(v) => setSignature(v as typeof signature)} allowDeselect={false}
                  data={['hmac', 'ed25519', 'both'].map((s) => ({ value: s, label: t(`signature.${s}`) }))} />
              )}
              <NumberInput label={t('webhooks.timeout')} min={1} max={30} value={timeout} onChange={setTimeout} error={fault('/timeoutSeconds')} />
              <NumberInput label={t('webhooks.rate')} description={t('webhooks.rateHint')} min={1} value={rate} onChange={setRate} error={fault('/rateLimit')} />
              <NumberInput label={t('webhooks.batch')} description={t('webhooks.batchHint')} min={1} max={100} value={batch} onChange={setBatch} error={fault('/maxBatch')} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {!value && <Checkbox label={t('webhooks.enabledFromNow')} checked={enabled} onChange={(e) => setEnabled(e.currentTarget.checked)} />}
    </FormDialog>
  );
}
