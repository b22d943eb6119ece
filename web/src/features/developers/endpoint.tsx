import { Alert, Anchor, Button, Group, Menu, SimpleGrid, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconDots, IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookEndpoint } from '@service/sdk';
import { Copy, ShownOnce } from '../../components/copy';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Deliveries } from './deliveries';
import { EndpointForm } from './endpoint-form';
import { EndpointState, EventNames } from './endpoints';
import { EndpointFigures } from './figures';
import { RedeliverMany } from './redeliver-many';
import { RotateSecret } from './rotate-secret';
import { TestEndpoint } from './test-endpoint';

type Act = 'edit' | 'test' | 'rotate' | 'redeliver' | 'delete';

/** One receiver: how it does, what can be done, what it got. */
export function Endpoint({ id, deliveryId }: { id: string; deliveryId?: string }) {
  const { t } = useTranslation('developers');
  const queries = useQueryClient();
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'webhooks:write');
  const [act, setAct] = useState<Act>();
  const [secret, setSecret] = useState<string>();
  const endpoint = useQuery({ queryKey: ['webhook-endpoints', id], queryFn: () => api.webhookEndpoints.get(id), refetchInterval: 10_000 });
  const again = () => void queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  const close = () => setAct(undefined);
  const flip = useMutation({
    mutationFn: (enabled: boolean) => api.webhookEndpoints.update(id, { enabled }),
    onSuccess: again,
    onError: tellError,
  });
  if (endpoint.error) return <Trouble error={endpoint.error} retry={again} />;
  if (!endpoint.data) return <Loading />;
  const value = endpoint.data;
  return (
    <>
      <Anchor component={Link} to={'/developers/webhooks' as never} size="sm"><IconArrowLeft size={14} className="inline-icon turn" aria-hidden /> {t('webhooks.all')}</Anchor>
      <Group justify="space-between" mt="xs" mb="md">
        <Group gap="xs" className="endpoint-name">
          <h2 className="mono"><bdi>{value.url}</bdi></h2><Copy value={value.url} /><EndpointState value={value} />
        </Group>
        {mayWrite && (
          <Group gap="xs">
            <Button leftSection={<IconTestPipe size={16} />} onClick={() => setAct('test')}>{t('webhooks.test')}</Button>
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setAct('edit')}>{t('webhooks.editShort')}</Button>
            <Menu position="bottom-end">
              <Menu.Target><Button variant="default" px="xs" aria-label={t('actsOf', { name: value.url })}><IconDots size={18} /></Button></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={value.enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />} onClick={() => flip.mutate(!value.enabled)}>{t(value.enabled ? 'webhooks.disable' : 'webhooks.enable')}</Menu.Item>
                <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setAct('rotate')}>{t('webhooks.rotate')}</Menu.Item>
                <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setAct('redeliver')}>{t('redeliver.many')}</Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAct('delete')}>{t('webhooks.delete')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Group>
      <Notices value={value} />
      <EndpointFigures id={id} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md"><Settings value={value} /><Secrets value={value} /></SimpleGrid>
      <Deliveries endpointId={id} chosen={deliveryId} mayWrite={mayWrite} />
      {act === 'edit' && <EndpointForm value={value} close={close} done={() => { again(); close(); }} />}
      {act === 'test' && <TestEndpoint value={value} close={close} />}
      {act === 'rotate' && <RotateSecret value={value} close={close} made={(made) => { again(); close(); setSecret(made || undefined); }} />}
      {act === 'redeliver' && <RedeliverMany id={id} close={close} />}
      {act === 'delete' && (
        <Sure title={t('webhooks.deleteTitle')} label={t('webhooks.delete')} close={close} run={() => api.webhookEndpoints.delete(id)} done={() => { again(); go({ part: 'developers', parts: ['webhooks'], replace: true }); }}>{t('webhooks.deleteHint')}</Sure>
      )}
      {secret && <ShownOnce title={t('webhooks.secret')} value={secret} close={() => setSecret(undefined)}><Text size="sm">{t('webhooks.secretHint')}</Text></ShownOnce>}
    </>
  );
}

function Notices({ value }: { value: WebhookEndpoint }) {
  const { t } = useTranslation('developers');
  const { enabled, disabledReason, health, notices } = value;
  return (
    <>
      {!enabled && disabledReason && <Alert color="gray" mb="md" title={t('webhooks.disabled')}>{t(`disabledReason.${disabledReason}`, { defaultValue: disabledReason })}</Alert>}
      {health.pausedUntil && <Alert color="orange" mb="md">{t('webhooks.pausedUntil', { at: dateTime(health.pausedUntil) })}</Alert>}
      {notices.filter((n) => !n.resolvedAt).map((n) => <Alert key={n.kind} color={n.severity === 'critical' ? 'red' : 'orange'} mb="md">{n.detail}</Alert>)}
    </>
  );
}

function Settings({ value }: { value: WebhookEndpoint }) {
  const { t } = useTranslation('developers');
  return (
    <Card title={t('webhooks.settings')}>
      {value.description && <LabelledValue label={t('webhooks.description')}><span dir="auto">{value.description}</span></LabelledValue>}
      <LabelledValue label={t('webhooks.events')}><EventNames names={value.events} /></LabelledValue>
      <LabelledValue label={t('webhooks.ordering')}>{t(`ordering.${value.ordering}`)}</LabelledValue>
      <LabelledValue label={t('webhooks.timeout')}>{value.timeoutSeconds}</LabelledValue>
      <LabelledValue label={t('webhooks.rate')}>{value.rateLimit ?? t('webhooks.noLimit')}</LabelledValue>
      <LabelledValue label={t('webhooks.batch')}>{value.maxBatch}</LabelledValue>
    </Card>
  );
}

function Secrets({ value }: { value: WebhookEndpoint }) {
  const { t } = useTranslation('developers');
  return (
    <Card title={t('webhooks.secrets')}>
      {value.secrets.map((s) => (
        <LabelledValue key={s.id} label={t(`signature.${s.algorithm}`)}>
          <bdi className="mono">{s.id}</bdi>
          <Text size="xs" className="quiet">{s.expiresAt ? t('webhooks.secretEnds', { at: dateTime(s.expiresAt) }) : t('webhooks.secretSince', { at: dateTime(s.createdAt) })}</Text>
        </LabelledValue>
      ))}
      {value.publicKeysUrl && <LabelledValue label={t('webhooks.publicKeys')}><bdi className="mono">{value.publicKeysUrl}</bdi></LabelledValue>}
    </Card>
  );
}
