import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { reachesAll, useSegments } from './data';

/** All segments, each with how many are in it now. */
export function SegmentsPage() {
  const { t } = useTranslation('contacts');
  const me = useMe();
  const { go } = usePlace();
  const queries = useQueryClient();
  const segments = useSegments();
  const again = () => void queries.invalidateQueries({ queryKey: ['contacts'] });
  useLive(['contact.'], again, again);
  const make = may(me, 'contacts:write') && reachesAll(me) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => go({ part: 'contacts', parts: ['segments', 'new'] })}>{t('segments.new')}</Button>
  );
  return (
    <Page title={t('segments.title')} actions={<><Anchor component={Link} to={'/contacts' as never} size="sm">{t('backToContacts')}</Anchor>{make}</>}>
      {segments.isLoading && <Loading />}
      {segments.error && <Trouble error={segments.error} retry={() => void segments.refetch()} />}
      {segments.data?.length === 0 && <Empty icon={IconUsersGroup} title={t('segments.none')}>{t('segments.hint')}</Empty>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {segments.data?.map((s) => (
          <Paper key={s.id} component="li" withBorder p="sm" className="segment-line">
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Link className="contact-link" to={`/contacts/segments/${s.id}` as never}><bdi>{s.name}</bdi></Link>
                {s.description && <Text size="sm" className="quiet" dir="auto">{s.description}</Text>}
              </div>
              <Count id={s.id} />
            </Group>
          </Paper>
        ))}
      </Stack>
    </Page>
  );
}

function Count({ id }: { id: string }) {
  const { t } = useTranslation('contacts');
  const count = useQuery({ queryKey: ['contacts', 'segments', id, 'count'], queryFn: () => api.segments.count(id), refetchInterval: 30_000 });
  if (!count.data) return <Text size="sm" className="quiet">…</Text>;
  return <Text fw={600} className="amount" style={{ whiteSpace: 'nowrap' }}>{t('segments.count', { count: count.data.count, shown: `${count.data.complete ? '' : '≥ '}${number(count.data.count)}` })}</Text>;
}
