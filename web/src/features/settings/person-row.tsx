import { ActionIcon, Badge, Group, Menu, Table, Text } from '@mantine/core';
import { IconBan, IconDots, IconMail, IconMailOff, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { User } from '@service/sdk';
import { Face } from '../../components/face';
import { Moment } from '../../components/moment';
import { useMe } from '../../lib/session';
import { mayGive, useRoleName, useRoles, useTeams } from './data';
import type { PersonAct } from './person-acts';

const colors: Record<User['state'], string> = { active: 'brand', invited: 'blue', deactivated: 'gray' };

/** Somebody in the table, with what can be done. */
export function PersonRow({ value: user, act }: { value: User; act?: (act: PersonAct) => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const roleName = useRoleName();
  const role = useRoles().data?.find((r) => r.id === user.role);
  const teams = (useTeams().data ?? []).filter((x) => x.userIds.includes(user.id));
  const manages = act && (!role || mayGive(me, role));
  const name = user.name ?? user.email;
  return (
    <Table.Tr data-over={user.state === 'deactivated' || undefined}>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Face name={name} id={user.id} size={32} />
          <div>
            <Text size="sm" fw={500}><bdi>{name}</bdi> {user.id === me.id && <Text span size="sm" className="quiet">{t('people.you')}</Text>}</Text>
            {user.name && <Text size="xs" className="quiet"><bdi>{user.email}</bdi></Text>}
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm"><bdi>{roleName(user.role)}</bdi></Text>
        {teams.length > 0 && <Text size="xs" className="quiet"><bdi>{teams.map((x) => x.name).join(', ')}</bdi></Text>}
      </Table.Td>
      <Table.Td><Badge variant="light" color={colors[user.state]}>{t(`userState.${user.state}`)}</Badge></Table.Td>
      <Table.Td>{user.lastSeenAt ? <Moment at={user.lastSeenAt} /> : <span className="quiet">{t('never')}</span>}</Table.Td>
      <Table.Td ta="end">
        {manages && (
          <Menu position="bottom-end">
            <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name })}><IconDots size={18} /></ActionIcon></Menu.Target>
            <Menu.Dropdown>
              {user.state !== 'deactivated' && <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', user })}>{t('people.edit')}</Menu.Item>}
              {user.state === 'invited' && <Menu.Item leftSection={<IconMail size={16} />} onClick={() => act({ what: 'resend', user })}>{t('people.resend')}</Menu.Item>}
              {user.state === 'invited' && <Menu.Item color="red" leftSection={<IconMailOff size={16} />} onClick={() => act({ what: 'withdraw', user })}>{t('people.withdraw')}</Menu.Item>}
              {user.state === 'active' && user.id !== me.id && <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={() => act({ what: 'deactivate', user })}>{t('people.deactivate')}</Menu.Item>}
              {user.state === 'deactivated' && <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => act({ what: 'reactivate', user })}>{t('people.reactivate')}</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
