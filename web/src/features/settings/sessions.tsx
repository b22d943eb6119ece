import { Badge, Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sure } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { deviceOf } from './device';

/** Where one is signed in. */
export function Sessions() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => all(api.sessions.list({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (id: string) => api.sessions.end(id),
    onSuccess: () => {
      notifications.show({ message: t('sessions.ended') });
      again();
    },
    onError: tellError,
  });
  const here = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt));
  return (
    <Card title={t('sessions.title')} actions={(here?.length ?? 0) > 1 && <Button size="xs" variant="default" onClick={() => setAsked(true)}>{t('sessions.endOthers')}</Button>}>
      {sessions.error ? <Trouble error={sessions.error} retry={again} /> : !here ? <Loading lines={3} /> : here.map((s) => (
        <div key={s.id} className="line">
          <div>
            <Text component="div" size="sm" fw={500} title={s.userAgent}><bdi>{deviceOf(s.userAgent)}</bdi> {s.current && <Badge ms={6} size="sm" color="brand" variant="light">{t('sessions.current')}</Badge>}</Text>
            <Text size="xs" className="quiet"><bdi>{s.ip}</bdi> · {s.factors.map((f) => t(`factor.${f}`)).join(', ')} · {t('sessions.seen')} <Moment at={s.seenAt} /></Text>
          </div>
          {!s.current && (
            <Button size="xs" variant="subtle" color="red" loading={end.isPending && end.variables === s.id} onClick={() => end.mutate(s.id)} aria-label={t('sessions.endOf', { name: deviceOf(s.userAgent) })}>{t('sessions.end')}</Button>
          )}
        </div>
      ))}
      {asked && <Sure title={t('sessions.endOthersTitle')} label={t('sessions.endOthers')} close={() => setAsked(false)} done={again} run={() => api.sessions.endOthers()}>{t('sessions.endOthersHint')}</Sure>}
    </Card>
  );
}
