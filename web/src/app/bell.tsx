import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberNotification } from '@service/sdk';
import { useDoneBy } from '../components/done-by';
import { Empty, Loading } from '../components/states';
import { api } from '../lib/api';
import { when } from '../lib/format';
import { useLive } from '../lib/live';
import { may, useMe } from '../lib/session';
import { soundFor } from '../lib/sound';

/** What the person is told of. */
export function Bell() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enabled = may(useMe(), 'conversations:read');
  const [open, setOpen] = useState(false);
  const count = useQuery({ queryKey: ['notifications', 'count'], queryFn: () => api.notifications.count(), enabled });
  const list = useQuery({ queryKey: ['notifications', 'list'], queryFn: async () => (await api.notifications.list({ limit: 30 }).page()).data, enabled: enabled && open });
  const again = () => void queries.invalidateQueries({ queryKey: ['notifications'] });
  useLive(['notification.'], (event) => { again(); soundFor(event); }, again);
  if (!enabled) return null;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={360} trapFocus>
      <Indicator label={count.data?.unread} size={16} disabled={!count.data?.unread} color="red.8" offset={4}>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('bell.title', { count: count.data?.unread ?? 0 })}
            onClick={() => {
              setOpen(!open);
              if (!open && count.data) void api.notifications.see({ upTo: count.data.position }).then(again);
            }}>
            <IconBell size={19} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        <Group justify="space-between" p="xs">
          <Text fw={600} size="sm">{t('bell.heading')}</Text>
          <Button size="compact-xs" variant="subtle" onClick={() => void api.notifications.read({ upTo: count.data?.position ?? 0 }).then(again)}>{t('bell.readAll')}</Button>
        </Group>
        <ScrollArea.Autosize mah={420}>
          {list.isLoading && <Loading lines={3} />}
          {list.data?.length === 0 && <Empty icon={IconBell} title={t('bell.empty')} />}
          {list.data?.map((n) => (
            <Line key={n.id} notification={n} open={() => {
              setOpen(false);
              void api.notifications.read({ ids: [n.id] }).then(again);
              if (n.conversationId) void navigate({ to: `/inbox/${n.conversationId}` as never });
            }} />
          ))}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What happened, by whom, and about whom. The notification names both by their ids only. */
function Line({ notification: n, open }: { notification: MemberNotification; open: () => void }) {
  const { t } = useTranslation();
  const me = useMe();
  const name = useDoneBy(n.by);
  const about = useQuery({
    queryKey: ['bell-about', n.conversationId || n.dealId], enabled: Boolean(n.conversationId || n.dealId && may(me, 'deals:read')), staleTime: 300_000, retry: false,
    queryFn: async () => (n.conversationId ? (await api.conversations.get(n.conversationId)).contactName : (await api.deals.get(n.dealId)).title),
  });
  const of = n.by.type === 'user' && n.by.id !== me.id ? [`bell.by.${n.kind}`, `bell.kind.${n.kind}`] : `bell.kind.${n.kind}`;
  return (
    <UnstyledButton className="bell-line" data-unread={!n.readAt || undefined} onClick={open}>
      <div>
        <Text size="sm" fw={n.readAt ? 400 : 600}>{t(of, { name, defaultValue: n.kind.replaceAll('_', ' ') })}</Text>
        {about.data && <Text size="xs" className="quiet"><bdi>{about.data}</bdi></Text>}
      </div>
      <Text size="xs" className="quiet">{when(n.at)}</Text>
    </UnstyledButton>
  );
}
