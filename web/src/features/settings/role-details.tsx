import { Button, Drawer, Group, Table, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { api } from '../../lib/api';
import { subjects } from '../../lib/scopes';
import { may, useMe } from '../../lib/session';
import { mayGive, usePhoneNumbers, useRoleName } from './data';

/** What a role allows, and what can be done with it. */
export function RoleDetails({ value, close, edit, copy, gone }: { value: Role; close: () => void; edit: () => void; copy: () => void; gone: () => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const name = useRoleName()(value.id);
  const [deleting, setDeleting] = useState(false);
  const numbers = usePhoneNumbers().data;
  const writes = may(me, 'roles:write');
  const own = writes && !value.builtIn && mayGive(me, value);
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={<bdi>{name}</bdi>}>
      {writes && (
        <Group gap="xs" mb="md">
          {own && <Button size="xs" leftSection={<IconPencil size={15} />} onClick={edit}>{t('edit')}</Button>}
          <Button size="xs" variant="default" leftSection={<IconCopy size={15} />} onClick={copy}>{t('roles.copy')}</Button>
          {own && <Button size="xs" variant="default" color="red" leftSection={<IconTrash size={15} />} onClick={() => setDeleting(true)}>{t('delete')}</Button>}
        </Group>
      )}
      <LabelledValue label={t('reach.label')}>{t(`reach.${value.reach}`)}</LabelledValue>
      <LabelledValue label={t('numbers.title')}>{value.phoneNumberIds.length === 0 ? t('roles.everyNumber') : value.phoneNumberIds.map((n) => numbers?.find((p) => p.id === n)?.number ?? n).join(', ')}</LabelledValue>
      <LabelledValue label={t('roles.masks')}>{t(value.masksPhoneNumbers ? 'yes' : 'no')}</LabelledValue>
      <Scopes scopes={value.scopes} />
      {deleting && <Sure title={t('roles.deleteTitle', { name })} label={t('delete')} close={() => setDeleting(false)} done={gone} run={() => api.roles.delete(value.id)}>{t('roles.deleteHint')}</Sure>}
    </Drawer>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation('settings');
  const cell = (scope?: string) => scope && (scopes.includes(scope) || scopes.includes('*')) && <><IconCheck size={16} aria-hidden /><VisuallyHidden>{scope}</VisuallyHidden></>;
  return (
    <div className="framed scopes" tabIndex={0}>
      <Table className="plain" verticalSpacing={5}>
        <Table.Thead><Table.Tr><Table.Th>{own('roles.may')}</Table.Th><Table.Th>{t('scope.read')}</Table.Th><Table.Th>{t('scope.write')}</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {subjects.map(({ name, read, write }) => <Table.Tr key={name}><Table.Td>{t(`scope.${name}`)}</Table.Td><Table.Td>{cell(read)}</Table.Td><Table.Td>{cell(write)}</Table.Td></Table.Tr>)}
        </Table.Tbody>
      </Table>
    </div>
  );
}
