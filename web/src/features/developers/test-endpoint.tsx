import { Alert, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventKind, WebhookEndpoint } from '@service/sdk';
import { Snippet } from '../../components/copy';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { AttemptLine } from './attempt';
import { useEventTypes } from './endpoint-form';

/** Sends a sample and shows what the receiver answered. */
export function TestEndpoint({ value, close }: { value: WebhookEndpoint; close: () => void }) {
  const { t } = useTranslation('developers');
  const queries = useQueryClient();
  const types = useEventTypes().data?.data ?? [];
  const [event, setEvent] = useState<EventKind>('messages.received');
  const test = useMutation({
    mutationFn: () => api.webhookEndpoints.test(value.id, { event, wait: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook-endpoints', value.id] }),
  });
  const example = types.find((type) => type.name === event)?.example;
  const attempt = test.data?.attempt;
  return (
    <FormDialog title={t('test.title')} size="lg" label={t('test.send')} close={close} pending={test.isPending} save={() => test.mutate()} error={test.error}>
      <Select label={t('test.event')} value={event} searchable allowDeselect={false} onChange={(v) => setEvent(v as EventKind)} data={types.map((type) => type.name)} />
      {test.data && (
        <div role="status">
          {attempt ? (
            <Alert color={attempt.class === 'succeeded' ? 'brand' : 'red'} title={t(attempt.class === 'succeeded' ? 'test.worked' : 'test.failed')}>
              <AttemptLine value={attempt} />
              {attempt.response.body && <Snippet label={t('delivery.response')} text={attempt.response.body} wrap />}
            </Alert>
          ) : <Alert color="orange">{t('test.late')}</Alert>}
        </div>
      )}
      {example && !test.data && (
        <div>
          <Text size="sm" mb={4}>{t('test.sample')}</Text>
          <Snippet label={t('test.sample')} text={JSON.stringify(example, null, 2)} />
        </div>
      )}
    </FormDialog>
  );
}
