import { Button, Center, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconLayoutGrid, IconPlus, IconRefresh, IconSearch, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Page } from '../../components/page';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { usePlace, type Search } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useAccounts, useRefresh, useTemplates } from './data';
import type { Component } from './form';
import { languageName } from './languages';
import { Quality, Status, statuses } from './status';

const atOnce = 100;

export function TemplateList() {
  const { t } = useTranslation('templates');
  const { search, go } = usePlace();
  const writes = may(useMe(), 'templates:write');
  const templates = useTemplates();
  const refresh = useRefresh();
  const sync = useMutation({
    mutationFn: () => api.templates.sync(),
    onSuccess: ({ templates: count, changed }) => {
      refresh();
      notifications.show({ message: t('synced', { count, changed }) });
    },
    onError: tellError,
  });
  const create = () => go({ part: 'templates', parts: ['new'] });
  const gallery = () => go({ part: 'templates', parts: ['gallery'] });
  useOffer([
    ...(writes ? [{ label: t('new'), keys: 'C', run: create }, { label: t('sync'), run: () => sync.mutate() }] : []),
    { label: t('gallery.title'), keys: 'G', run: gallery },
  ]);
  const narrow = (more: Search) => go({ part: 'templates', search: { ...search, ...more }, replace: true });
  const rows = (templates.data ?? []).filter((x) => fits(x, search));
  return (
    <Page title={t('title')} actions={(
      <>
        {writes && <Button variant="default" leftSection={<IconRefresh size={16} />} loading={sync.isPending} onClick={() => sync.mutate()}>{t('sync')}</Button>}
        <Button variant="default" leftSection={<IconLayoutGrid size={16} />} onClick={gallery}>{t('gallery.title')}</Button>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={create}>{t('new')}</Button>}
      </>
    )}>
      {templates.error ? <Trouble error={templates.error} retry={refresh} /> : !templates.data ? <Loading /> : templates.data.length === 0 ? (
        <Empty icon={IconTemplate} title={t('none')}>
          {t('noneHint')}
          <Center mt="md"><Button variant="light" onClick={gallery}>{t('gallery.browse')}</Button></Center>
        </Empty>
      ) : (
        <>
          <Filters all={templates.data} narrow={narrow} />
          {rows.length === 0 ? <Empty icon={IconTemplate} title={t('noneHere')} /> : <Rows rows={rows} />}
        </>
      )}
    </Page>
  );
}

const fits = (x: Template, { status, language, account, q = '' }: Search) =>
  (status ? x.status === status : x.status !== 'deleted') && (!language || x.language === language) && (!account || x.messagingAccountId === account)
  && `${x.name} ${bodyOf(x)}`.toLowerCase().includes(q.toLowerCase());

const bodyOf = (x: Template) => (x.components as Component[]).find((p) => p.type === 'BODY')?.text ?? '';

function Filters({ all, narrow }: { all: Template[]; narrow: (more: Search) => void }) {
  const { t, i18n } = useTranslation('templates');
  const { search } = usePlace();
  const accounts = useAccounts();
  const count = (status: Template['status']) => all.filter((x) => x.status === status).length;
  return (
    <Group mb="md" gap="xs" role="search" className="tp-filters">
      <TextInput className="tp-grow" aria-label={t('find')} placeholder={t('find')} leftSection={<IconSearch size={16} />} value={search.q ?? ''} onChange={(e) => narrow({ q: e.currentTarget.value })} />
      <Select w={190} aria-label={t('column.status')} placeholder={t('anyStatus')} clearable value={search.status ?? null} onChange={(v) => narrow({ status: v ?? undefined })}
        data={statuses.filter((s) => count(s) > 0).map((s) => ({ value: s, label: `${t(`status.${s}`)} (${number(count(s))})` }))} />
      <Select w={190} aria-label={t('column.language')} placeholder={t('anyLanguage')} clearable searchable value={search.language ?? null} onChange={(v) => narrow({ language: v ?? undefined })}
        data={[...new Set(all.map((x) => x.language))].sort().map((value) => ({ value, label: languageName(value, i18n.language) }))} />
      {accounts.length > 1 && (
        <Select w={190} aria-label={t('account')} placeholder={t('anyAccount')} clearable value={search.account ?? null} onChange={(v) => narrow({ account: v ?? undefined })}
          data={accounts.map((a) => ({ value: a.id, label: a.name }))} />
      )}
    </Group>
  );
}

function Rows({ rows }: { rows: Template[] }) {
  const { t, i18n } = useTranslation('templates');
  const [shown, setShown] = useState(atOnce);
  return (
    <>
      <div className="framed">
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('column.name')}</Table.Th><Table.Th>{t('column.status')}</Table.Th><Table.Th>{t('column.language')}</Table.Th>
              <Table.Th>{t('column.category')}</Table.Th><Table.Th>{t('column.quality')}</Table.Th><Table.Th>{t('column.updated')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shown).map((x) => (
              <Table.Tr key={x.id}>
                <Table.Td w="43%">
                  <Link to={`/templates/${x.id}` as never} className="row-link"><bdi>{x.name}</bdi></Link>
                  <Text size="xs" className="quiet tp-body" truncate dir="auto">{bodyOf(x)}</Text>
                </Table.Td>
                <Table.Td><Status of={x} /></Table.Td>
                <Table.Td>{languageName(x.language, i18n.language)}</Table.Td>
                <Table.Td>{t(`category.${x.category}`)}</Table.Td>
                <Table.Td><Quality value={x.quality} /></Table.Td>
                <Table.Td><Moment at={x.updatedAt} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {rows.length > shown && <Center mt="sm"><Button variant="default" onClick={() => setShown(shown + atOnce)}>{t('app:state.more')}</Button></Center>}
    </>
  );
}
