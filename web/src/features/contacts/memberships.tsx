import { Accordion, Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { useSegments } from './data';
import { Section } from './section';

const useWhy = (segmentId: string, contactId: string) =>
  useQuery({ queryKey: ['contacts', 'why', segmentId, contactId], queryFn: () => api.segments.explain(segmentId, contactId) });

/** Which segments a contact is in, and why or why not. */
export function Memberships({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const segments = useSegments();
  if (!segments.data?.length) return null;
  return (
    <Section title={t('segments.title')}>
      <Accordion variant="filled" chevronPosition="left" order={4} styles={{ content: { padding: 0 }, label: { paddingBlock: 6 } }}>
        {segments.data.slice(0, 20).map((s) => (
          <Accordion.Item key={s.id} value={s.id}>
            <Accordion.Control px={6}><Group justify="space-between" wrap="nowrap"><Text size="sm" truncate dir="auto">{s.name}</Text><InOrOut segmentId={s.id} contactId={contactId} /></Group></Accordion.Control>
            <Accordion.Panel><Why segmentId={s.id} contactId={contactId} /></Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}

function InOrOut({ segmentId, contactId }: { segmentId: string; contactId: string }) {
  const { t } = useTranslation('contacts');
  const why = useWhy(segmentId, contactId);
  if (!why.data) return null;
  return <Badge size="sm" tt="none" variant="light" color={why.data.matched ? 'teal' : 'gray'}>{t(why.data.matched ? 'why.in' : 'why.out')}</Badge>;
}

/** What a contact has, its times as people write them. */
const readable = (value: string): string => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(value) : value || '–');

/** Each condition of a segment with what the contact has. */
export function Why({ segmentId, contactId }: { segmentId: string; contactId: string }) {
  const { t } = useTranslation('contacts');
  const why = useWhy(segmentId, contactId);
  if (why.error) return <Text size="sm" c="red">{explain(why.error)}</Text>;
  return (
    <ul className="why">
      {why.data?.conditions.map((c) => (
        <li key={c.path}>
          {c.matched ? <IconCheck size={16} color="var(--mantine-color-teal-7)" aria-label={t('why.holds')} /> : <IconX size={16} color="var(--mantine-color-red-7)" aria-label={t('why.fails')} />}
          <div>
            <Text size="sm">{c.condition}</Text>
            <Text size="xs" className="quiet">{t('why.has', { value: readable(c.value) })}</Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
