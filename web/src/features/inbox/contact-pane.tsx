import { ActionIcon, Badge, Button, CloseButton, Divider, Group, Text, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '@service/sdk';
import { Face } from '../../components/face';
import { LabelledValue } from '../../components/labelled-value';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime, day, money, when } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { later } from '../../lib/later';
import { refreshConversation, useConversation } from './data';

const Buttons = later(() => import('./more/buttons'));
const Promises = later(() => import('./promises'));
const Proposals = later(() => import('./proposals'));

/** Who the conversation is with: their details, deals, what went before, and why it is here. */
export const ContactPane = memo(function ContactPane({ id, close }: { id: string; close?: (() => void) | undefined }) {
  const { t } = useTranslation('inbox');
  const me = useMe();
  const conversation = useConversation(id).data;
  const contactId = conversation?.contactId ?? '';
  const contact = useQuery({ queryKey: ['contact', contactId], queryFn: () => api.contacts.get(contactId), enabled: Boolean(contactId) && may(me, 'contacts:read') });
  return (
    <aside className="inbox-contact" aria-label={t('contact')}>
      {close && <CloseButton className="pane-close" onClick={close} aria-label={t('closeContact')} />}
      {contact.error && <Trouble error={contact.error} retry={() => void contact.refetch()} />}
      {contact.isPending && may(me, 'contacts:read') && <Loading lines={5} />}
      {contact.data && <Person key={contactId} contact={contact.data} conversationId={id} />}
      <Suspense><Buttons id={id} /></Suspense>
      <Suspense><Proposals id={id} /><Promises id={id} /></Suspense>
      {may(me, 'deals:read') && contactId && <Deals contactId={contactId} />}
      <Routing id={id} />
      <Before key={id} id={id} />
    </aside>
  );
});

function Person({ contact: c, conversationId }: { contact: ContactDetail; conversationId: string }) {
  const { t } = useTranslation('inbox');
  const name = c.name || t('unknownContact');
  const fields = Object.entries(c.fields).filter(([, v]) => v !== null && v !== '');
  return (
    <>
      <div className="person">
        <Face name={name} id={c.id} size={72} />
        <Name contact={c} name={name} conversationId={conversationId} />
        <Group gap={6} justify="center">
          {c.tags.map((tag) => <Badge key={tag} variant="light" tt="none">{tag}</Badge>)}
          <Badge variant="light" color={c.optedOutAt ? 'red' : 'gray'} tt="none">{t(c.optedOutAt ? 'optedOut' : 'mayWrite')}</Badge>
        </Group>
      </div>
      <Divider />
      <div className="pane-part">
        {c.phone && <LabelledValue label={t('phone')}><bdi dir="ltr">{c.phone}</bdi></LabelledValue>}
        {fields.map(([key, value]) => <LabelledValue key={key} label={key}><span dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</span></LabelledValue>)}
        <LabelledValue label={t('since')}>{day(c.createdAt)}</LabelledValue>
        {c.optedOutAt && <LabelledValue label={t('optedOut')}>{dateTime(c.optedOutAt)}</LabelledValue>}
      </div>
      {c.notices.length > 0 && <div className="pane-part">{c.notices.map((n, i) => <Text key={i} size="sm" className="quiet">{t(`notice.${n.kind}`, { defaultValue: n.kind })}</Text>)}</div>}
    </>
  );
}

function Name({ contact: c, name, conversationId }: { contact: ContactDetail; name: string; conversationId: string }) {
  const { t } = useTranslation('inbox');
  const queries = useQueryClient();
  const writes = may(useMe(), 'contacts:write');
  const [edit, setEdit] = useState<string>();
  const save = async () => {
    try {
      await api.contacts.update(c.id, { name: edit?.trim() ?? '' });
      void queries.invalidateQueries({ queryKey: ['contact', c.id] });
      refreshConversation(queries, conversationId);
      setEdit(undefined);
    } catch (error) {
      tellError(error);
    }
  };
  if (edit === undefined) {
    return (
      <Group gap={4} justify="center">
        <Title order={2} size="h4"><bdi>{name}</bdi></Title>
        {writes && <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('editName')} onClick={() => setEdit(c.name)}><IconPencil size={15} /></ActionIcon>}
      </Group>
    );
  }
  return (
    <form onSubmit={(e) => { e.preventDefault(); void save(); }}>
      <TextInput aria-label={t('name')} value={edit} onChange={(e) => setEdit(e.currentTarget.value)} autoFocus dir="auto" onBlur={() => setEdit(undefined)} onKeyDown={(e) => e.key === 'Escape' && setEdit(undefined)} />
    </form>
  );
}

function Deals({ contactId }: { contactId: string }) {
  const { t } = useTranslation('inbox');
  const deals = useQuery({ queryKey: ['deals', { contactId }], queryFn: async () => (await api.deals.list({ contactId, limit: 10 }).page()).data });
  if (!deals.data || deals.data.length === 0) return null;
  return (
    <>
      <Divider />
      <div className="pane-part">
        <Title order={3} size="h6" mb="xs">{t('deals')}</Title>
        {deals.data.map((d) => (
          <Link key={d.id} to={`/deals/${d.id}` as never} className="inbox-deal">
            <Text size="sm" fw={500} dir="auto">{d.title}</Text>
            <Text size="xs" className="quiet">{d.amount && d.currency ? `${money(d.amount, d.currency)} · ` : ''}{t(`deal.${d.status}`)}</Text>
          </Link>
        ))}
      </div>
    </>
  );
}

/** Why the conversation went where it is. */
function Routing({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const decisions = useQuery({ queryKey: ['routing', id], queryFn: async () => (await api.conversations.routing(id, { limit: 3 }).page()).data, retry: false });
  if (!decisions.data || decisions.data.length === 0) return null;
  return (
    <>
      <Divider />
      <div className="pane-part">
        <Title order={3} size="h6" mb="xs">{t('why')}</Title>
        {decisions.data.map((d) => (
          <LabelledValue key={d.id} label={when(d.decidedAt)}>{t(`outcome.${d.outcome}`)}{d.method && ` · ${t(`method.${d.method}`, { defaultValue: d.method })}`}</LabelledValue>
        ))}
      </div>
    </>
  );
}

/** The earlier episodes of the conversation, with how they were closed. */
function Before({ id }: { id: string }) {
  const { t } = useTranslation('inbox');
  const [all, setAll] = useState(false);
  const episodes = useQuery({ queryKey: ['episodes', id], queryFn: async () => (await api.conversations.episodes(id, { limit: 20 }).page()).data });
  const closed = episodes.data?.filter((e) => e.closedAt) ?? [];
  if (closed.length === 0) return null;
  return (
    <>
      <Divider />
      <div className="pane-part">
        <Title order={3} size="h6" mb="xs">{t('before')}</Title>
        {closed.slice(0, all ? 20 : 3).map((e) => (
          <div key={e.id} className="before">
            <Text size="sm">{day(e.openedAt)} · {t(`closedAs.${e.closeReason}`, { defaultValue: t('status.closed') })}</Text>
            {e.summary && <Text size="xs" className="quiet" dir="auto">{e.summary}</Text>}
          </div>
        ))}
        {closed.length > 3 && !all && <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>{t('all')}</Button>}
      </div>
    </>
  );
}
