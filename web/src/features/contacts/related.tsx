import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LastMessage } from '../../components/last-message';
import { api } from '../../lib/api';
import { money, when } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { Section } from './section';

/** The conversations and deals of a contact, as far as one sees them. */
export function Related({ contactId }: { contactId: string }) {
  const me = useMe();
  return (
    <>
      {may(me, 'conversations:read') && <Conversations contactId={contactId} />}
      {may(me, 'deals:read') && <Deals contactId={contactId} />}
    </>
  );
}

function Conversations({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const list = useQuery({ queryKey: ['contacts', 'conversations', contactId], queryFn: async () => (await api.conversations.list({ contactId, limit: 20 }).page()).data });
  return (
    <Section title={t('section.conversations')}>
      {list.data?.length === 0 && <Text size="sm" className="quiet">{t('none.conversations')}</Text>}
      {list.data?.map((c) => (
        <Link key={c.id} className="contact-link" to={`/inbox/${c.id}` as never}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" truncate dir="auto"><LastMessage text={c.lastMessage?.text} none={t('conversation')} /></Text>
            <Text size="xs" className="quiet" style={{ whiteSpace: 'nowrap' }}>{c.activityAt && when(c.activityAt)}</Text>
          </Group>
          <Badge size="xs" variant="light" color={c.status === 'open' ? 'teal' : 'gray'} tt="none">{t(`status.${c.status}`)}</Badge>
        </Link>
      ))}
    </Section>
  );
}

function Deals({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const list = useQuery({ queryKey: ['contacts', 'deals', contactId], queryFn: async () => (await api.deals.list({ contactId, limit: 20 }).page()).data });
  return (
    <Section title={t('section.deals')}>
      {list.data?.length === 0 && <Text size="sm" className="quiet">{t('none.deals')}</Text>}
      {list.data?.map((d) => (
        <Link key={d.id} className="contact-link" to={`/deals/${d.id}` as never}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" truncate dir="auto">{d.title}</Text>
            <Text size="sm" className="amount">{d.amount && d.currency && money(d.amount, d.currency)}</Text>
          </Group>
          <Badge size="xs" variant="light" color={d.status === 'won' ? 'teal' : d.status === 'lost' ? 'red' : 'gray'} tt="none">{t(`status.${d.status}`)}</Badge>
        </Link>
      ))}
    </Section>
  );
}
