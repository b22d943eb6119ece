import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Delivery, DeliveryAttempt } from '@service/sdk';
import { prettyJSON, Snippet } from '../../components/copy';
import { Moment } from '../../components/moment';
import { milliseconds } from '../../lib/format';

/** What came of a call, in a line. */
export function AttemptLine({ value }: { value: DeliveryAttempt }) {
  const { t } = useTranslation('developers');
  return (
    <Group gap="xs">
      <Badge color={value.class === 'succeeded' ? 'brand' : 'red'} variant="light">{value.statusCode ?? t(`class.${value.class}`)}</Badge>
      <Text size="sm" className="amount">{milliseconds(value.latencyMs)}</Text>
      {value.error && <Text size="sm" dir="auto">{value.error}</Text>}
    </Group>
  );
}

const headers = (all: Record<string, string>) => Object.entries(all).map(([name, text]) => `${name}: ${text}`).join('\n');

/** A call with what was sent and what was answered. */
export function Attempt({ value }: { value: DeliveryAttempt }) {
  const { t } = useTranslation('developers');
  return (
    <details className="attempt">
      <summary>
        <Group gap="xs" component="span">
          <Text span size="sm" fw={600}>{t('delivery.attempt', { n: value.number })}</Text>
          <AttemptLine value={value} />
          <Text span size="xs" className="quiet">{t(`trigger.${value.trigger}`)} · <Moment at={value.startedAt} whole /></Text>
        </Group>
      </summary>
      <h4>{t('delivery.requestHeaders')}</h4>
      <Snippet label={t('delivery.requestHeaders')} text={headers(value.request.headers)} wrap />
      <h4>{t('delivery.responseHeaders')}</h4>
      {Object.keys(value.response.headers).length > 0 ? <Snippet label={t('delivery.responseHeaders')} text={headers(value.response.headers)} wrap /> : <Text size="sm" className="quiet">{t('delivery.noResponse')}</Text>}
      {value.response.body && <><h4>{t('delivery.response')}</h4><Snippet label={t('delivery.response')} text={prettyJSON(value.response.body)} wrap /></>}
    </details>
  );
}

const colors: Record<Delivery['state'], string> = { pending: 'blue', succeeded: 'brand', failed: 'red', skipped: 'gray' };

export function DeliveryState({ value }: { value: Delivery['state'] }) {
  const { t } = useTranslation('developers');
  return <Badge color={colors[value]} variant="light">{t(`deliveryState.${value}`)}</Badge>;
}
