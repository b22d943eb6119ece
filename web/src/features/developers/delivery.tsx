import { Button, Drawer, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { prettyJSON, Snippet } from '../../components/copy';
import { LabelledValue } from '../../components/labelled-value';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { Attempt, DeliveryState } from './attempt';

/** One delivery: what is posted, every attempt, and sending it again. */
export function DeliveryDetails({ endpointId, id, mayWrite, close, changed }: { endpointId: string; id: string; mayWrite: boolean; close: () => void; changed: () => void }) {
  const { t } = useTranslation('developers');
  const delivery = useQuery({
    queryKey: ['webhook-endpoints', endpointId, 'delivery', id], queryFn: () => api.deliveries.get(endpointId, id),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 1000 : false),
  });
  const again = useMutation({
    mutationFn: () => api.deliveries.redeliver(endpointId, id),
    onSuccess: () => {
      notifications.show({ message: t('delivery.again') });
      changed();
    },
    onError: tellError,
  });
  const value = delivery.data;
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={<span className="mono">{value?.event ?? id}</span>}>
      {delivery.error && <Trouble error={delivery.error} retry={() => void delivery.refetch()} />}
      {!value && !delivery.error && <Loading />}
      {value && (
        <>
          <Group justify="space-between" mb="xs">
            <DeliveryState value={value.state} />
            {mayWrite && <Button size="xs" leftSection={<IconRefresh size={15} />} loading={again.isPending} onClick={() => again.mutate()}>{t('delivery.redeliver')}</Button>}
          </Group>
          <LabelledValue label={t('delivery.eventId')}><bdi className="mono">{value.eventId}</bdi></LabelledValue>
          <LabelledValue label={t('deliveries.at')}>{dateTime(value.eventCreatedAt)}</LabelledValue>
          {value.nextAttemptAt && <LabelledValue label={t('delivery.next')}>{dateTime(value.nextAttemptAt)}</LabelledValue>}
          <h3 className="heading">{t('delivery.attempts')}</h3>
          {value.history.length === 0 && <Text size="sm" className="quiet">{t('delivery.noAttempt')}</Text>}
          {value.history.toReversed().map((attempt) => <Attempt key={`${attempt.number} ${attempt.startedAt}`} value={attempt} />)}
          {!value.complete && <Text size="xs" className="quiet">{t('delivery.incomplete')}</Text>}
          <h3 className="heading">{t('delivery.payload')}</h3>
          <Snippet label={t('delivery.payload')} text={prettyJSON(value.body)} />
        </>
      )}
    </Drawer>
  );
}
