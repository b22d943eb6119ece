import { Alert, Checkbox, Progress, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventSelector } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { number } from '../../lib/format';
import { EventSelect } from './endpoint-form';

type What = 'failed' | 'missed' | 'range';

/** Sends many events again, and shows how far that is. */
export function RedeliverMany({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('developers');
  const [what, setWhat] = useState<What>('failed');
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [succeeded, setSucceeded] = useState(false);
  const start = useMutation({
    mutationFn: () => api.webhookEndpoints.redeliveries.create(id, {
      what,
      ...(since && { since: new Date(since) }), ...(until && { until: new Date(until) }),
      ...(events.length > 0 && { events: events as EventSelector[] }),
      ...(what === 'range' && succeeded && { includeSucceeded: true }),
    }),
  });
  const progress = useQuery({
    queryKey: ['redeliveries', id, start.data?.id], enabled: Boolean(start.data),
    queryFn: () => api.webhookEndpoints.redeliveries.get(id, start.data?.id ?? ''),
    refetchInterval: ({ state }) => (state.data && state.data.endedAt ? false : 1000),
  });
  const now = progress.data ?? start.data;
  return (
    <FormDialog title={t('redeliver.many')} label={t('redeliver.start')} close={close} pending={start.isPending} save={() => start.mutate()}
      error={isAtFields(start.error, ['/since', '/until', '/events']) ? undefined : start.error}>
      <Select label={t('redeliver.what')} value={what} onChange={(v) => setWhat(v as What)} allowDeselect={false}
        data={(['failed', 'missed', 'range'] as const).map((w) => ({ value: w, label: t(`redeliver.${w}`) }))} />
      <TextInput type="datetime-local" label={t('redeliver.since')} required={what === 'range'} value={since} onChange={(e) => setSince(e.currentTarget.value)} error={faultOf(start.error, '/since')} />
      <TextInput type="datetime-local" label={t('redeliver.until')} value={until} onChange={(e) => setUntil(e.currentTarget.value)} error={faultOf(start.error, '/until')} />
      <EventSelect label={t('webhooks.events')} value={events} onChange={setEvents} error={faultOf(start.error, '/events')} />
      {what === 'range' && <Checkbox label={t('redeliver.succeeded')} checked={succeeded} onChange={(e) => setSucceeded(e.currentTarget.checked)} />}
      {now && (
        <Alert color="brand" role="status" title={t(`redeliver.state.${now.state}`, { defaultValue: now.state })}>
          {!now.endedAt && <Progress value={now.total ? (100 * now.done) / now.total : 100} animated aria-label={t('redeliver.many')} mb="xs" />}
          <Text size="sm">{t('redeliver.progress', { queued: number(now.queued), delivered: number(now.delivered), failed: number(now.failed) })}</Text>
        </Alert>
      )}
    </FormDialog>
  );
}
