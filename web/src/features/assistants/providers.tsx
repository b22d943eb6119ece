import { ActionIcon, Alert, Button, Group, Menu, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPencil, IconPlus, IconSparkles, IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AIProvider } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useLive } from '../../lib/live';
import { may, useMe } from '../../lib/session';
import { AISwitch } from './ai-switch';
import { useProviders } from './data';
import { ProviderForm } from './provider-form';
import { ProviderTest } from './provider-test';
import { Standing } from './standing';

type Act = { what: 'create' } | { what: 'edit' | 'test' | 'delete'; provider: AIProvider };

/** The language models behind automated replies, with whether each is called. */
export function Providers() {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'ai:write');
  const [act, setAct] = useState<Act>();
  const list = useProviders();
  const notices = useQuery({ queryKey: ['ai', 'notices'], queryFn: async () => (await api.ai.notices({ limit: 50 }).page()).data, refetchInterval: 30_000 });
  const again = () => void queries.invalidateQueries({ queryKey: ['ai'] });
  useLive(['ai.'], again, again);
  const close = () => setAct(undefined);
  if (list.error) return <Trouble error={list.error} retry={again} />;
  if (!list.data) return <Loading />;
  return (
    <>
      {notices.data?.filter((n) => !n.resolvedAt).map((n) => <Alert key={n.id} color={n.kind === 'budget_50' || n.kind === 'budget_80' ? 'orange' : 'red'} mb="sm" title={t(`notice.${n.kind}`)}><span dir="auto">{n.detail}</span> <Text span size="xs" className="quiet"><Moment at={n.createdAt} whole /></Text></Alert>)}
      <AISwitch mayWrite={mayWrite} />
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={640}>{t('providers.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('providers.create')}</Button>}
      </Group>
      {list.data.length === 0 ? <Empty icon={IconSparkles} title={t('providers.none')}>{t('providers.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('name')}</Table.Th><Table.Th>{t('providers.model')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th>{t('providers.prices')}</Table.Th><Table.Th>{t('providers.key')}</Table.Th><Table.Th aria-label={t('acts')} /></Table.Tr></Table.Thead>
            <Table.Tbody>{list.data.map((p) => <Row key={p.id} value={p} act={mayWrite ? setAct : undefined} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {act?.what === 'create' && <ProviderForm close={close} done={(p) => { again(); setAct({ what: 'test', provider: p }); }} />}
      {act?.what === 'edit' && <ProviderForm value={act.provider} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'test' && <ProviderTest value={act.provider} close={close} done={again} />}
      {act?.what === 'delete' && <Sure title={t('providers.deleteTitle', { name: act.provider.name })} label={t('delete')} close={close} done={again} run={() => api.ai.providers.delete(act.provider.id)}>{t('providers.deleteHint')}</Sure>}
    </>
  );
}

function Row({ value: p, act }: { value: AIProvider; act?: (act: Act) => void }) {
  const { t } = useTranslation('assistants');
  return (
    <Table.Tr>
      <Table.Td><Text size="sm" fw={500} dir="auto">{p.name}</Text><Text size="xs" className="quiet"><bdi>{p.baseUrl}</bdi></Text></Table.Td>
      <Table.Td><bdi className="mono">{p.model}</bdi><Text size="xs" className="quiet">{t(`kind.${p.kind}`)}</Text></Table.Td>
      <Table.Td><Standing health={p.health} />{p.health.detail && p.health.state !== 'closed' && <Text size="xs" className="quiet" dir="auto" maw={240}>{p.health.detail}</Text>}</Table.Td>
      <Table.Td className="amount">{p.prices ? <>{t('providers.priceOf', { input: p.prices.input, output: p.prices.output })}<Text size="xs" className="quiet">{t(`providers.${p.prices.source}`)}</Text></> : <span className="quiet">{t('providers.noPrice')}</span>}</Table.Td>
      <Table.Td>{p.apiKeyHint ? <bdi className="mono">{p.apiKeyHint}</bdi> : '–'}</Table.Td>
      <Table.Td ta="end">
        {act && (
          <Menu position="bottom-end">
            <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: p.name })}><IconDots size={18} /></ActionIcon></Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconTestPipe size={16} />} onClick={() => act({ what: 'test', provider: p })}>{t('providers.test')}</Menu.Item>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', provider: p })}>{t('app:action.edit')}</Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act({ what: 'delete', provider: p })}>{t('delete')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
