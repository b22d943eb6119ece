import { ActionIcon, Badge, Button, Group, Menu, Switch, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBan, IconDots, IconKey, IconPencil, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { APIKey } from '@service/sdk';
import { ShownOnce } from '../../components/copy';
import { Sure } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { CreateKey, EditKey } from './key-form';
import { RotateKey } from './rotate-key';

type Act = { what: 'create' } | { what: 'edit' | 'rotate' | 'revoke'; key: APIKey };

const isOver = (key: APIKey) => Boolean(key.revokedAt) || (key.expiresAt !== null && new Date(key.expiresAt) < new Date());

/** The keys with which programs call the API. */
export function Keys() {
  const { t } = useTranslation('developers');
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'keys:write');
  const { search, go } = usePlace();
  const [act, setAct] = useState<Act>();
  const [secret, setSecret] = useState<string>();
  const keys = useQuery({ queryKey: ['api-keys'], queryFn: () => all(api.apiKeys.list({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['api-keys'] });
  const close = () => setAct(undefined);
  const made = (key: string) => {
    again();
    close();
    setSecret(key);
  };
  if (keys.error) return <Trouble error={keys.error} retry={again} />;
  if (!keys.data) return <Loading />;
  const over = search.over === 'yes';
  const shown = keys.data.filter((k) => over || !isOver(k));
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Switch size="sm" label={t('keys.showOver')} checked={over} onChange={(e) => go({ part: 'developers', parts: ['keys'], search: { over: e.currentTarget.checked ? 'yes' : undefined }, replace: true })} />
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('keys.create')}</Button>}
      </Group>
      {shown.length === 0 ? <Empty icon={IconKey} title={t('keys.none')}>{t('keys.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('keys.name')}</Table.Th><Table.Th>{t('keys.key')}</Table.Th><Table.Th>{t('keys.scopes')}</Table.Th>
                <Table.Th>{t('keys.lastUsed')}</Table.Th><Table.Th>{t('keys.expires')}</Table.Th><Table.Th aria-label={t('acts')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((key) => <Row key={key.id} value={key} act={mayWrite && !isOver(key) ? setAct : undefined} />)}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {act?.what === 'create' && <CreateKey close={close} made={made} />}
      {act?.what === 'edit' && <EditKey value={act.key} close={close} saved={again} />}
      {act?.what === 'rotate' && <RotateKey value={act.key} close={close} made={made} />}
      {act?.what === 'revoke' && (
        <Sure title={t('keys.revokeTitle', { name: act.key.name })} label={t('keys.revoke')} close={close} done={again} run={() => api.apiKeys.delete(act.key.id)}>{t('keys.revokeHint')}</Sure>
      )}
      {secret && <ShownOnce title={t('keys.secret')} value={secret} close={() => setSecret(undefined)} />}
    </>
  );
}

function Row({ value: key, act }: { value: APIKey; act?: (act: Act) => void }) {
  const { t } = useTranslation('developers');
  return (
    <Table.Tr data-over={isOver(key) || undefined}>
      <Table.Td>
        <Text size="sm" fw={500} dir="auto">{key.name}</Text>
        {key.networks.length > 0 && <Text size="xs" className="quiet">{t('keys.from', { networks: key.networks.join(', ') })}</Text>}
      </Table.Td>
      <Table.Td><bdi className="mono">…{key.lastFour}</bdi></Table.Td>
      <Table.Td><Scopes scopes={key.scopes} /></Table.Td>
      <Table.Td>
        {key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : <span className="quiet">{t('never')}</span>}
        {key.lastUsedFrom && <Text size="xs" className="quiet"><bdi>{key.lastUsedFrom}</bdi></Text>}
      </Table.Td>
      <Table.Td>
        {key.revokedAt ? <Badge color="red" variant="light">{t('keys.revoked')}</Badge>
          : key.expiresAt ? <><Moment at={key.expiresAt} />{key.rotatedTo && <Text size="xs" className="quiet">{t('keys.rotated')}</Text>}</>
          : <span className="quiet">{t('never')}</span>}
      </Table.Td>
      <Table.Td ta="end">
        {act && (
          <Menu position="bottom-end">
            <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: key.name })}><IconDots size={18} /></ActionIcon></Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', key })}>{t('keys.edit')}</Menu.Item>
              {!key.rotatedTo && <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => act({ what: 'rotate', key })}>{t('keys.rotate')}</Menu.Item>}
              <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={() => act({ what: 'revoke', key })}>{t('keys.revoke')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation('developers');
  if (scopes.includes('*')) return <Badge variant="light" color="grape">{t('keys.everything')}</Badge>;
  return (
    <Group gap={4} maw={340}>
      {scopes.slice(0, 3).map((s) => <Badge key={s} variant="default" tt="none" fw={400}>{s}</Badge>)}
      {scopes.length > 3 && <Badge variant="default" fw={400} title={scopes.slice(3).join(', ')}>+{scopes.length - 3}</Badge>}
    </Group>
  );
}
