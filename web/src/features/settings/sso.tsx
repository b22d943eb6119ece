import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconLogin2, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SSOConnection } from '@service/sdk';
import { Copy } from '../../components/copy';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { may, useMe } from '../../lib/session';
import { useRoleName, useUsers } from './data';
import { Head } from './section';
import { SSOForm } from './sso-form';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; value: SSOConnection };

/** The OpenID providers at which people of the workspace sign in. */
export function SingleSignOn() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const writes = may(useMe(), 'security:write');
  const [act, setAct] = useState<Act>();
  const list = useQuery({ queryKey: ['sso-connections'], queryFn: () => all(api.ssoConnections.list({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['sso-connections'] });
  const close = () => setAct(undefined);
  return (
    <>
      <Head title={t('sso.title')} hint={t('sso.hint')}>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('sso.create')}</Button>}
      </Head>
      {list.error ? <Trouble error={list.error} retry={again} /> : !list.data ? <Loading /> : list.data.length === 0 ? <Empty icon={IconLogin2} title={t('sso.none')}>{t('sso.noneHint')}</Empty> : (
        list.data.map((c) => <Connection key={c.id} value={c} act={writes ? setAct : undefined} again={again} />)
      )}
      {act && act.what !== 'delete' && <SSOForm value={act.what === 'edit' ? act.value : undefined} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'delete' && <Sure title={t('sso.deleteTitle', { name: act.value.name })} label={t('delete')} close={close} done={again} run={() => api.ssoConnections.delete(act.value.id)}>{t('sso.deleteHint')}</Sure>}
    </>
  );
}

function Connection({ value, act, again }: { value: SSOConnection; act?: (act: Act) => void; again: () => void }) {
  const { t } = useTranslation('settings');
  const roleName = useRoleName();
  const exempt = useUsers().data?.find((u) => u.id === value.breakGlassUserId);
  const verify = useMutation({ mutationFn: (domain: string) => withRecentSignIn(() => api.ssoConnections.verifyDomain(value.id, domain)), onSuccess: again, onError: tellError });
  const menu = act && (
    <Menu position="bottom-end">
      <Menu.Target><Button size="xs" variant="default" px="xs" aria-label={t('actsOf', { name: value.name })}><IconDots size={16} /></Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', value })}>{t('edit')}</Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act({ what: 'delete', value })}>{t('delete')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Card title={value.name} actions={<Group gap="xs"><Badge variant="light" color={value.enabled ? 'brand' : 'gray'}>{t(value.enabled ? 'sso.on' : 'sso.off')}</Badge>{value.enforced && <Badge variant="light" color="grape">{t('sso.enforced')}</Badge>}{menu}</Group>}>
      <LabelledValue label={t('sso.issuer')}><bdi className="mono">{value.issuer}</bdi></LabelledValue>
      <LabelledValue label={t('sso.clientId')}><bdi className="mono">{value.clientId}</bdi></LabelledValue>
      <LabelledValue label={t('sso.callback')}><bdi className="mono">{value.callbackUrl}</bdi><Copy value={value.callbackUrl} /></LabelledValue>
      <LabelledValue label={t('sso.role')}>{roleName(value.defaultRoleId)}</LabelledValue>
      <LabelledValue label={t('sso.provision')}>{t(value.provision ? 'yes' : 'no')}</LabelledValue>
      {value.groupRoles.map((g) => <LabelledValue key={g.group} label={t('sso.group', { name: g.group })}>{roleName(g.roleId)}</LabelledValue>)}
      {value.enforced && <LabelledValue label={t('sso.breakGlass')}><bdi>{exempt?.name ?? value.breakGlassUserId}</bdi></LabelledValue>}
      {value.domains.map((d) => (
        <div key={d.domain} className="line">
          <div>
            <Text component="div" size="sm" fw={500}><bdi>{d.domain}</bdi> <Badge size="sm" variant="light" color={d.verified ? 'brand' : 'orange'}>{t(d.verified ? 'sso.proven' : 'sso.unproven')}</Badge></Text>
            {!d.verified && <Text size="xs" className="quiet">{t('sso.record')} <bdi className="mono">{d.record}</bdi><Copy value={d.record} /></Text>}
          </div>
          {!d.verified && act && <Button size="xs" variant="default" loading={verify.isPending && verify.variables === d.domain} onClick={() => verify.mutate(d.domain)}>{t('sso.verify')}</Button>}
        </div>
      ))}
    </Card>
  );
}
