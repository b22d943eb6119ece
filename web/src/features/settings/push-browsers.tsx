import { Alert, Badge, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain, tellError } from '../../lib/errors';
import { day } from '../../lib/format';
import { canPush, ownSubscription, PushRefused, subscribe, unsubscribe } from './push';

/** The browsers that are told while nobody looks at the app. */
export function PushBrowsers() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const browsers = useQuery({ queryKey: ['notifications', 'push'], queryFn: async () => (await api.notifications.subscriptions()).data });
  const again = () => void queries.invalidateQueries({ queryKey: ['notifications', 'push'] });
  const add = useMutation({ mutationFn: subscribe, onSuccess: again });
  const end = useMutation({ mutationFn: unsubscribe, onSuccess: again, onError: tellError });
  const mine = browsers.data?.some((b) => b.id === ownSubscription());
  return (
    <Card title={t('push.title')} actions={canPush() && browsers.data && !mine && <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate()}>{t('push.add')}</Button>}>
      <Text size="sm" className="quiet">{t(canPush() ? 'push.hint' : 'push.unable')}</Text>
      {add.error && <Alert mt="xs" color="orange" role="alert">{add.error instanceof PushRefused ? t(`push.${add.error.why}`) : add.error instanceof DOMException ? t('push.failed') : explain(add.error)}</Alert>}
      {browsers.error ? <Trouble error={browsers.error} retry={again} /> : !browsers.data ? <Loading lines={2} /> : browsers.data.map((b) => (
        <div key={b.id} className="line">
          <Text component="div" size="sm"><bdi>{b.service}</bdi> <span className="quiet">{t('since', { at: day(b.createdAt) })}</span>{b.id === ownSubscription() && <Badge ms={6} size="sm" color="brand" variant="light">{t('push.this')}</Badge>}</Text>
          <Button size="xs" variant="subtle" color="red" aria-label={t('removeOf', { name: b.service })} loading={end.isPending && end.variables === b.id} onClick={() => end.mutate(b.id)}>{t('remove')}</Button>
        </div>
      ))}
    </Card>
  );
}
