import { ActionIcon, Badge, Drawer, Group, Menu, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDots, IconMessage, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Deal, Pipeline } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime, money } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { useDeal, useReasons } from './data';
import { EditForm } from './form';
import { History } from './history';
import { useMove } from './move';
import { Notes } from './notes';

/** The chosen deal, beside the board. */
export function DealDrawer({ id, pipeline, close }: { id: string; pipeline: Pipeline; close: () => void }) {
  const { t } = useTranslation('deals');
  const deal = useDeal(id);
  return (
    <Drawer opened={id !== ''} onClose={close} position="right" size={460} title={<bdi>{deal.data?.title ?? t('deal')}</bdi>} styles={{ title: { fontWeight: 600, fontSize: 18 } }}>
      {deal.isLoading && <Loading />}
      {deal.error && <Trouble error={deal.error} retry={() => void deal.refetch()} />}
      {deal.data && <Body deal={deal.data} pipeline={pipeline} close={close} />}
    </Drawer>
  );
}

function Body({ deal, pipeline, close }: { deal: Deal; pipeline: Pipeline; close: () => void }) {
  const { t } = useTranslation('deals');
  const me = useMe();
  const move = useMove();
  const reasons = useReasons();
  const reason = [reasons.data?.find((r) => r.id === deal.reasonId)?.name, deal.closeNote].filter(Boolean).join(' · ');
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Badge tt="none" variant="light" color={deal.status === 'won' ? 'teal' : deal.status === 'lost' ? 'red' : 'gray'}>{t(`status.${deal.status}`)}</Badge>
          {deal.amount && deal.currency && <Text fw={600} className="amount">{money(deal.amount, deal.currency)}</Text>}
        </Group>
        <More deal={deal} close={close} />
      </Group>
      {reason && <Text size="sm" dir="auto">{reason}</Text>}
      <NativeSelect label={t('field.stage')} disabled={!move} value={deal.stageId} data={pipeline.stages.map((s) => ({ value: s.id, label: s.name }))} onChange={(e) => move?.(deal, { stageId: e.currentTarget.value })}
        description={t('since', { when: dateTime(deal.stageSince) })} inputWrapperOrder={['label', 'input', 'description']} />
      {deal.conversationId && <Link className="deal-link" to={`/inbox/${deal.conversationId}` as never}><IconMessage size={16} aria-hidden />{t('conversation')}</Link>}
      <Tabs defaultValue="about" keepMounted={false}>
        <Tabs.List mb="sm">
          {(['about', 'notes', 'history'] as const).map((tab) => <Tabs.Tab key={tab} value={tab}>{t(`tab.${tab}`)}</Tabs.Tab>)}
        </Tabs.List>
        <Tabs.Panel value="about"><EditForm key={`${deal.id} ${deal.version}`} deal={deal} pipeline={pipeline} readOnly={!may(me, 'deals:write')} /></Tabs.Panel>
        <Tabs.Panel value="notes"><Notes deal={deal} /></Tabs.Panel>
        <Tabs.Panel value="history"><History deal={deal} /></Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function More({ deal, close }: { deal: Deal; close: () => void }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.deals.delete(deal.id, { ifVersion: deal.version }), onError: tellError,
    onSuccess: () => {
      close();
      void queries.invalidateQueries({ queryKey: ['deals'], predicate: (q) => q.queryKey[2] !== deal.id });
    },
  });
  if (!may(me, 'deals:write')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('more')}><IconDots size={18} /></ActionIcon></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => { if (window.confirm(t('confirmDelete'))) remove.mutate(); }}>{shared('action.delete')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
