import { ActionIcon, Button, Group, Menu, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDots, IconDownload, IconFileImport, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../components/page';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { tellError } from '../../lib/errors';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { CreateContact } from './create';
import { reachesAll } from './data';
import { ContactPane } from './detail';
import { Filters } from './filters';
import { ContactsTable } from './table';

/** The table of contacts, with the chosen one beside it. */
export function ContactsList({ chosen }: { chosen: string }) {
  const { t } = useTranslation('contacts');
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const [creating, setCreating] = useState(false);
  const again = () => void queries.invalidateQueries({ queryKey: ['contacts'] });
  useTitle(t('title'));
  useLive(['contact.'], again, again);
  return (
    <div className="contacts" data-chosen={Boolean(chosen) || undefined}>
      <section className="contacts-list" aria-label={t('title')}>
        <Group justify="space-between" className="contacts-head" gap="sm">
          <Title order={1} size="h3">{t('title')}</Title>
          <Actions create={() => setCreating(true)} />
        </Group>
        <Filters />
        <ContactsTable chosen={chosen} />
      </section>
      {chosen && <ContactPane key={chosen} id={chosen} close={() => go({ part: 'contacts', search })} />}
      <CreateContact opened={creating} close={() => setCreating(false)} created={(id) => {
        setCreating(false);
        again();
        go({ part: 'contacts', parts: [id], search });
      }} />
    </div>
  );
}

function Actions({ create }: { create: () => void }) {
  const { t } = useTranslation('contacts');
  const me = useMe();
  const { go } = usePlace();
  const [exporting, setExporting] = useState(false);
  const writes = may(me, 'contacts:write');
  const download = () => {
    setExporting(true);
    void exportContacts().catch(tellError).finally(() => setExporting(false));
  };
  useOffer([
    ...(writes ? [{ label: t('create.title'), keys: 'N', run: create }] : []),
    { label: t('export'), run: download },
    { label: t('segments.title'), run: () => go({ part: 'contacts', parts: ['segments'] }) },
  ]);
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconUsersGroup size={16} />} component={Link} to={'/contacts/segments' as never}>{t('segments.title')}</Button>
      {writes && <Button leftSection={<IconPlus size={16} />} onClick={create}>{t('create.button')}</Button>}
      <Menu position="bottom-end">
        <Menu.Target><ActionIcon variant="default" size={36} aria-label={t('more')} loading={exporting}><IconDots size={18} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          {writes && reachesAll(me) && (
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => go({ part: 'contacts', parts: ['import'] })}>{t('import.title')}</Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={download}>{t('export')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** Fetches all contacts as a table and hands it to the browser. */
async function exportContacts(): Promise<void> {
  const answer = await api.contacts.export();
  const url = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: 'contacts.csv' });
  link.click();
  URL.revokeObjectURL(url);
}
