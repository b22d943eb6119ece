import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookEndpoint } from '@service/sdk';
import { ShownOnce } from '../../components/copy';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { EndpointForm } from './endpoint-form';
import { Listen } from './start';

/** Where events are sent. */
export function Endpoints() {
  const { t } = useTranslation('developers');
  const queries = useQueryClient();
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'webhooks:write');
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const endpoints = useQuery({ queryKey: ['webhook-endpoints'], queryFn: () => all(api.webhookEndpoints.list({ limit: 200 })), refetchInterval: 15_000 });
  const again = () => void queries.invalidateQueries({ queryKey: ['webhook-endpoints'] });
  const open = (id: string) => go({ part: 'developers', parts: ['webhooks', id] });
  if (endpoints.error) return <Trouble error={endpoints.error} retry={again} />;
  if (!endpoints.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={640}>{t('webhooks.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>{t('webhooks.create')}</Button>}
      </Group>
      {endpoints.data.length === 0 ? <Empty icon={IconWebhook} title={t('webhooks.none')}>{t('webhooks.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('webhooks.url')}</Table.Th><Table.Th>{t('webhooks.events')}</Table.Th><Table.Th>{t('webhooks.state')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {endpoints.data.map((endpoint) => (
                <Table.Tr key={endpoint.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/developers/webhooks/${endpoint.id}` as never} size="sm"><bdi className="mono">{endpoint.url}</bdi></Anchor>
                    {endpoint.description && <Text size="xs" className="quiet" dir="auto">{endpoint.description}</Text>}
                  </Table.Td>
                  <Table.Td><EventNames names={endpoint.events} /></Table.Td>
                  <Table.Td><EndpointState value={endpoint} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <div className="below"><Listen /></div>
      {creating && (
        <EndpointForm close={() => setCreating(false)} done={(endpoint) => {
          again();
          setCreating(false);
          if ('secret' in endpoint && endpoint.secret) setMade({ id: endpoint.id, secret: endpoint.secret });
          else open(endpoint.id);
        }} />
      )}
      {made && (
        <ShownOnce title={t('webhooks.secret')} value={made.secret} close={() => {
          setMade(undefined);
          open(made.id);
        }}><Text size="sm">{t('webhooks.secretHint')}</Text></ShownOnce>
      )}
    </>
  );
}

export function EventNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('developers');
  if (names.includes('*')) return <Badge variant="light" color="grape">{t('webhooks.everyEvent')}</Badge>;
  return (
    <Group gap={4}>
      {names.slice(0, 3).map((n) => <Badge key={n} variant="default" tt="none" fw={400}>{n}</Badge>)}
      {names.length > 3 && <Badge variant="default" fw={400} title={names.slice(3).join(', ')}>+{names.length - 3}</Badge>}
    </Group>
  );
}

/** Whether a receiver gets its events, in a word. */
export function EndpointState({ value }: { value: WebhookEndpoint }) {
  const { t } = useTranslation('developers');
  const well = value.enabled && value.health.state === 'closed' && !value.health.failingSince;
  // The answer stays yes once there was a call. Until it is known nothing is said.
  const called = useQuery({
    queryKey: ['webhook-endpoints', value.id, 'called'], enabled: well,
    queryFn: async () => (await api.deliveries.list(value.id, { limit: 20 }).page()).data.some((d) => d.attempts > 0),
    refetchInterval: ({ state }) => (state.data ? false : 10_000),
  });
  if (!value.enabled) return <Badge color="gray" variant="light">{t('webhooks.disabled')}</Badge>;
  if (value.health.state !== 'closed') return <Badge color="red" variant="light">{t('webhooks.paused')}</Badge>;
  if (value.health.failingSince) return <Badge color="orange" variant="light">{t('webhooks.failing')}</Badge>;
  if (called.isPending) return null;
  if (called.data === false) return <Badge color="gray" variant="light">{t('webhooks.notYet')}</Badge>;
  return <Badge color="brand" variant="light">{t('webhooks.working')}</Badge>;
}
