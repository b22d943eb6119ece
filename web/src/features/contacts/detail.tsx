import { ActionIcon, Alert, Badge, Group, Menu, Text, Title } from '@mantine/core';
import { IconArrowMerge, IconCopy, IconDots, IconDownload, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail, ContactField, UpdateContactRequest } from '@service/sdk';
import { Face } from '../../components/face';
import { Loading, Trouble } from '../../components/states';
import { day, when } from '../../lib/format';
import { may, reachesAll, useMe } from '../../lib/session';
import { Consent } from './consent';
import { nameOf, useChangeContact, useContact, useContactFields } from './data';
import { Editable } from './editable';
import { Erase } from './erase';
import { Everything, exportNeeds } from './everything';
import { showValue } from './field-input';
import { Merge, Merges } from './merge';
import { Related } from './related';
import { Section } from './section';
import { Memberships } from './memberships';
import { Tags } from './tags';

/** All about one contact, beside the table. */
export function ContactPane({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const contact = useContact(id);
  return (
    <aside className="contact-pane" aria-label={t('pane')}>
      <ActionIcon className="contact-close" variant="subtle" color="gray" aria-label={shared('action.close')} onClick={close}><IconX size={18} /></ActionIcon>
      {contact.isLoading && <Loading />}
      {contact.error && <Trouble error={contact.error} retry={() => void contact.refetch()} />}
      {contact.data && <Detail contact={contact.data} close={close} />}
    </aside>
  );
}

function Detail({ contact, close }: { contact: ContactDetail; close: () => void }) {
  const { t } = useTranslation('contacts');
  const me = useMe();
  const [merging, setMerging] = useState(false);
  const [erasing, setErasing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const writes = may(me, 'contacts:write');
  return (
    <>
      <Group className="contact-head" wrap="nowrap" gap="sm">
        <Face name={nameOf(contact)} id={contact.id} size={48} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Title order={2} size="h4" lineClamp={2}><bdi>{nameOf(contact)}</bdi></Title>
          <Text size="sm" className="quiet"><bdi dir="ltr">{contact.phone ?? contact.userId}</bdi></Text>
          {contact.optedOutAt && <Badge size="sm" color="red" variant="light" tt="none" mt={4}>{t('consent.opted_out')}</Badge>}
        </div>
        <Menu position="bottom-end">
          <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('more')}><IconDots size={18} /></ActionIcon></Menu.Target>
          <Menu.Dropdown>
            {writes && <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setMerging(true)}>{t('merge.title')}</Menu.Item>}
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void navigator.clipboard.writeText(contact.id)}>{t('copyId')}</Menu.Item>
            {reachesAll(me) && exportNeeds.every((scope) => may(me, scope)) && <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => setExporting(true)}>{t('everything.title')}</Menu.Item>}
            {may(me, 'contacts:erase') && <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setErasing(true)}>{t('erase.title')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {contact.notices.slice(0, 3).map((n) => <Alert key={n.id} color="yellow" variant="light" py={6} mx="md" mb="xs"><Text size="xs" c="var(--warn-text)">{n.detail} · {when(n.createdAt)}</Text></Alert>)}
      <Section title={t('section.about')}>
        <Fields contact={contact} writes={writes} />
      </Section>
      <Section title={t('field.tags')}><Tags contact={contact} writes={writes} /></Section>
      <Consent contact={contact} writes={writes} />
      <Related contactId={contact.id} />
      <Memberships contactId={contact.id} />
      {contact.merges.length > 0 && <Merges contact={contact} writes={writes} />}
      <Merge contact={contact} opened={merging} close={() => setMerging(false)} />
      {exporting && <Everything contact={contact} close={() => setExporting(false)} />}
      {erasing && <Erase contact={contact} close={() => setErasing(false)} gone={close} />}
    </>
  );
}

function Fields({ contact, writes }: { contact: ContactDetail; writes: boolean }) {
  const { t } = useTranslation('contacts');
  const me = useMe();
  const custom = useContactFields();
  const change = useChangeContact(contact);
  const save = (request: UpdateContactRequest) => change.mutateAsync(request);
  return (
    <>
      <Editable label={t('field.name')} value={contact.name} save={writes ? (name) => save({ name }) : undefined} />
      <Editable label={t('field.phone')} type="tel" value={contact.phone ?? ''} shown={<span dir="ltr">{contact.phone ?? '–'}</span>}
        save={writes && !me.masksPhoneNumbers ? (phone) => save({ phone }) : undefined} />
      {custom.data?.map((field) => {
        const value = contact.fields[field.key];
        return (
          <Editable key={field.id} label={field.label} value={value === undefined || value === null ? '' : String(value)} shown={showValue(field, value, t)}
            type={field.type === 'number' || field.type === 'date' || field.type === 'url' ? field.type : 'text'} options={optionsOf(field, t)}
            save={writes ? (text) => save({ fields: { [field.key]: valueOf(field, text) } }) : undefined} />
        );
      })}
      {contact.userId && <Editable label={t('field.userId')} value={contact.userId} />}
      <Editable label={t('column.since')} value={day(contact.createdAt)} />
    </>
  );
}

function optionsOf(field: ContactField, t: (key: string) => string) {
  if (field.type === 'boolean') return [{ value: 'true', label: t('value.yes') }, { value: 'false', label: t('value.no') }];
  return field.type === 'select' ? (field.options ?? []).map((o) => ({ value: o, label: o })) : undefined;
}

function valueOf(field: ContactField, text: string): unknown {
  if (text === '') return null;
  if (field.type === 'number') return Number(text);
  return field.type === 'boolean' ? text === 'true' : text;
}
