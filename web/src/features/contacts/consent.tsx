import { Badge, Button, Group, Modal, SegmentedControl, Select, Stack, Text, Textarea, Timeline } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentDecision, ConsentRecord, Contact } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { dateTime } from '../../lib/format';
import { faultsByName } from '../../lib/faults';
import { Section } from './section';

const tones = { opted_in: 'teal', opted_out: 'red', unknown: 'gray' } as const;

/** What a contact agreed to, with the ledger that proves it. */
export function Consent({ contact, writes }: { contact: Contact; writes: boolean }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const [recording, setRecording] = useState(false);
  const consent = useInfiniteQuery({
    queryKey: ['contacts', 'consent', contact.id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => api.consent.get(contact.id, { limit: 10, cursor }, { signal }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const first = consent.data?.pages[0];
  const records = consent.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Section title={t('consent.title')} action={writes && <Button size="compact-xs" variant="subtle" onClick={() => setRecording(true)}>{t('consent.record')}</Button>}>
      {first && <Decision purpose="marketing" decision={first.marketing} />}
      {first && <Decision purpose="all" decision={first.all} />}
      {consent.error && <Text size="sm" c="red">{explain(consent.error)}</Text>}
      {records.length > 0 && (
        <Timeline bulletSize={14} lineWidth={2} mt="sm" aria-label={t('consent.ledger')}>
          {records.map((r) => <Timeline.Item key={r.id} color={tones[r.state]}><Entry record={r} /></Timeline.Item>)}
        </Timeline>
      )}
      {consent.hasNextPage && <Button size="compact-xs" variant="subtle" loading={consent.isFetchingNextPage} onClick={() => void consent.fetchNextPage()}>{shared('state.more')}</Button>}
      <Modal opened={recording} onClose={() => setRecording(false)} title={t('consent.record')}>
        <Form contactId={contact.id} close={() => setRecording(false)} />
      </Modal>
    </Section>
  );
}

function Decision({ purpose, decision }: { purpose: 'marketing' | 'all'; decision: ConsentDecision }) {
  const { t } = useTranslation('contacts');
  return (
    <Group justify="space-between" py={3}>
      <Text size="sm" className="quiet">{t(`consent.purpose_${purpose}`)}</Text>
      <Badge size="sm" variant="light" color={tones[decision.state]} tt="none">{t(`consent.${decision.state}`)}</Badge>
    </Group>
  );
}

function Entry({ record }: { record: ConsentRecord }) {
  const { t } = useTranslation('contacts');
  return (
    <>
      <Text size="sm">{t(`consent.${record.state}`)} · {t(`consent.purpose_${record.purpose}`)}</Text>
      {record.proof.detail && <Text size="sm" className="quiet" dir="auto">“{record.proof.detail}”</Text>}
      <Text size="xs" className="quiet">{t(`consent.source_${record.source === 'api' && record.madeBy.type === 'user' ? 'user' : record.source}`)} · {dateTime(record.decidedAt)}</Text>
    </>
  );
}

function Form({ contactId, close }: { contactId: string; close: () => void }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [purpose, setPurpose] = useState<'marketing' | 'all'>('marketing');
  const [state, setState] = useState<'opted_in' | 'opted_out'>('opted_in');
  const [proof, setProof] = useState('');
  const record = useMutation({
    mutationFn: () => api.consent.record(contactId, { purpose, state, proof }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['contacts'] });
      close();
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    record.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select label={t('consent.purpose')} allowDeselect={false} value={purpose} onChange={(v) => setPurpose(v === 'all' ? 'all' : 'marketing')}
          data={[{ value: 'marketing', label: t('consent.purpose_marketing') }, { value: 'all', label: t('consent.purpose_all') }]} />
        <SegmentedControl aria-label={t('consent.title')} value={state} onChange={(v) => setState(v as typeof state)}
          data={[{ value: 'opted_in', label: t('consent.opted_in') }, { value: 'opted_out', label: t('consent.opted_out') }]} />
        <Textarea required data-autofocus label={t('consent.proof')} description={t('consent.proofHint')} autosize minRows={2} dir="auto" value={proof}
          error={faultsByName(record.error).proof ?? (record.error && explain(record.error))} onChange={(e) => setProof(e.currentTarget.value)} />
        <Group justify="end">
          <Button variant="default" onClick={close}>{shared('action.cancel')}</Button>
          <Button type="submit" loading={record.isPending}>{shared('action.save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
