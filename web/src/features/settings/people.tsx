import { Button, Group, Select, Table, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@service/sdk';
import { ShownOnce } from '../../components/copy';
import { Empty, Loading, Trouble } from '../../components/states';
import { useOffer } from '../../lib/commands';
import { usePlace, type Search } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useRoleName, useUsers } from './data';
import { PersonActs, type PersonAct } from './person-acts';
import { PersonRow } from './person-row';
import { Head } from './section';
import { EditPerson, InvitePerson } from './person-form';

const states: User['state'][] = ['active', 'invited', 'deactivated'];

/** Who works here, and who was invited. */
export function People() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const writes = may(useMe(), 'users:write');
  const users = useUsers();
  const [act, setAct] = useState<PersonAct>();
  const [link, setLink] = useState<string>();
  const again = () => {
    for (const kind of ['users', 'teams']) void queries.invalidateQueries({ queryKey: [kind] });
  };
  const close = () => setAct(undefined);
  useOffer(writes ? [{ label: t('people.invite'), keys: 'N', run: () => setAct({ what: 'invite' }) }] : []);
  const { shown, bar } = useFilter(users.data ?? []);
  return (
    <>
      <Head title={t('people.title')} hint={t('people.hint')}>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'invite' })}>{t('people.invite')}</Button>}
      </Head>
      {bar}
      {users.error ? <Trouble error={users.error} retry={again} /> : !users.data ? <Loading /> : shown.length === 0 ? <Empty icon={IconUsers} title={t('people.none')} /> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th><Table.Th>{t('people.role')}</Table.Th><Table.Th>{t('people.state')}</Table.Th>
                <Table.Th>{t('people.seen')}</Table.Th><Table.Th aria-label={t('acts')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{shown.map((user) => <PersonRow key={user.id} value={user} act={writes ? setAct : undefined} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {act?.what === 'invite' && <InvitePerson close={close} done={(url) => { again(); close(); setLink(url); }} />}
      {act?.what === 'edit' && <EditPerson value={act.user} close={close} done={() => { again(); close(); }} />}
      {act && act.what !== 'invite' && act.what !== 'edit' && <PersonActs act={act} close={close} done={(url) => { again(); setLink(url); }} />}
      {link && <ShownOnce title={t('people.link')} value={link} close={() => setLink(undefined)}>{t('people.linkHint')}</ShownOnce>}
    </>
  );
}

/** Those whom the address asks for. Who was deactivated is shown when asked for only. */
function useFilter(users: readonly User[]) {
  const { t } = useTranslation('settings');
  const { search, go } = usePlace();
  const roleName = useRoleName();
  const { q = '', state, role } = search;
  const narrow = (more: Search) => go({ part: 'settings', parts: ['people'], search: { ...search, ...more }, replace: true });
  const word = q.trim().toLowerCase();
  const shown = users.filter((u) =>
    (state ? u.state === state : u.state !== 'deactivated') && (!role || u.role === role) && (!word || `${u.name ?? ''} ${u.email}`.toLowerCase().includes(word)));
  const bar = (
    <Group className="filters" gap="xs" mb="sm">
      <TextInput size="sm" w={250} leftSection={<IconSearch size={16} />} aria-label={t('people.search')} placeholder={t('people.search')} value={q} onChange={(e) => narrow({ q: e.currentTarget.value })} />
      <Select size="sm" w={170} clearable aria-label={t('people.role')} placeholder={t('people.anyRole')} value={role ?? null} onChange={(v) => narrow({ role: v ?? undefined })}
        data={[...new Set(users.map((u) => u.role))].map((r) => ({ value: r, label: roleName(r) }))} />
      <Select size="sm" w={200} miw={190} clearable aria-label={t('people.state')} placeholder={t('people.anyState')} value={state ?? null} onChange={(v) => narrow({ state: v ?? undefined })}
        data={states.map((s) => ({ value: s, label: t(`userState.${s}`) }))} />
    </Group>
  );
  return { shown, bar };
}
