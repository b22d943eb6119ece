import { Badge, Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { useOffer } from '../../lib/commands';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useRoleName, useRoles, useUsers } from './data';
import { RoleDetails } from './role-details';
import { RoleForm } from './role-form';
import { Head } from './section';

/** What people may do, and which conversations they see. */
export function Roles({ id }: { id?: string }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const writes = may(useMe(), 'roles:write');
  const { go } = usePlace();
  const roles = useRoles();
  const [form, setForm] = useState<{ value?: Role; from?: Role }>();
  const open = (role?: string) => go({ part: 'settings', parts: ['roles', ...(role ? [role] : [])] });
  const again = () => void queries.invalidateQueries({ queryKey: ['roles'] });
  const chosen = roles.data?.find((r) => r.id === id);
  useOffer(writes ? [{ label: t('roles.create'), keys: 'N', run: () => setForm({}) }] : []);
  return (
    <>
      <Head title={t('roles.title')} hint={t('roles.hint')}>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setForm({})}>{t('roles.create')}</Button>}
      </Head>
      {roles.error ? <Trouble error={roles.error} retry={again} /> : !roles.data ? <Loading /> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('name')}</Table.Th><Table.Th>{t('roles.may')}</Table.Th><Table.Th>{t('reach.label')}</Table.Th><Table.Th ta="end">{t('people.title')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>{roles.data.map((role) => <Row key={role.id} value={role} open={() => open(role.id)} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {chosen && !form && <RoleDetails value={chosen} close={() => open()} edit={() => setForm({ value: chosen })} copy={() => setForm({ from: chosen })} gone={() => { again(); open(); }} />}
      {form && <RoleForm value={form.value} from={form.from} close={() => setForm(undefined)} done={(role) => { again(); setForm(undefined); open(role.id); }} />}
    </>
  );
}

function Row({ value: role, open }: { value: Role; open: () => void }) {
  const { t } = useTranslation('settings');
  const roleName = useRoleName();
  const people = useUsers().data?.filter((u) => u.role === role.id && u.state !== 'deactivated').length;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <UnstyledButton className="row-link" fz="sm" fw={500} onClick={open} dir="auto">{roleName(role.id)}</UnstyledButton>
          {role.builtIn && <Badge size="sm" variant="light" color="gray">{t('roles.builtIn')}</Badge>}
          {role.masksPhoneNumbers && <Badge size="sm" variant="light" color="blue">{t('roles.masked')}</Badge>}
        </Group>
        <Text size="xs" className="quiet">{t(`roleHint.${role.id}`, { defaultValue: '' })}</Text>
      </Table.Td>
      <Table.Td>{role.scopes.includes('*') ? t('roles.everything') : t('roles.count', { count: role.scopes.length })}</Table.Td>
      <Table.Td>{t(`reach.${role.reach}`)}</Table.Td>
      <Table.Td ta="end" className="amount">{people === undefined ? '–' : number(people)}</Table.Td>
    </Table.Tr>
  );
}
