import { Button, Center, Drawer, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberAvailability } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { dateTime, duration, number } from '../../lib/format';
import { useDoer } from './data';
import { Status } from './status';

const spans = [900, 1800, 3600, 4 * 3600, 86400, 7 * 86400 - 60];

/** Says whether a member takes conversations, and until when they do not. */
export function AvailabilityForm({ value, close, done }: { value: MemberAvailability; close: () => void; done: () => void }) {
  const { t } = useTranslation('routing');
  const [status, setStatus] = useState(value.status);
  const [reason, setReason] = useState(value.reason);
  const [seconds, setSeconds] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => api.availability.set(value.userId, { status, ...(reason && { reason }), ...(status !== 'online' && seconds && { until: new Date(Date.now() + Number(seconds) * 1000) }) }),
    onSuccess: done,
  });
  return (
    <FormDialog title={t('people.availabilityOf', { name: value.name })} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/reason', '/until', '/status']) ? undefined : save.error}>
      <SegmentedControl aria-label={t('people.now')} value={status} onChange={(v) => setStatus(v as typeof status)} data={(['online', 'away', 'offline'] as const).map((s) => ({ value: s, label: t(`status.${s}`) }))} />
      <Text size="sm" className="quiet">{t(`status.${status}_hint`)}</Text>
      <TextInput label={t('people.reason')} placeholder={t('people.reasonPlaceholder')} dir="auto" value={reason} onChange={(e) => setReason(e.currentTarget.value)} error={faultOf(save.error, '/reason')} />
      {status !== 'online' && <Select label={t('people.back')} placeholder={t('people.byHand')} clearable value={seconds} onChange={setSeconds} error={faultOf(save.error, '/until')} data={spans.map((s) => ({ value: String(s), label: duration(s + (s % 100 ? 60 : 0)) }))} />}
    </FormDialog>
  );
}

/** What a member said over time. */
export function AvailabilityLog({ value, close }: { value: MemberAvailability; close: () => void }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const doer = useDoer();
  const list = useInfiniteQuery({
    queryKey: ['availability', value.userId, 'log'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.availability.log(value.userId, { limit: 30, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((p) => p.data) ?? [];
  return (
    <Drawer opened onClose={close} position="right" title={t('people.logOf', { name: value.name })} transitionProps={{ duration: 0 }}>
      {list.error ? <Trouble error={list.error} /> : !list.data ? <Loading /> : rows.length === 0 ? <Empty title={t('people.noLog')} /> : (
        <ol className="ro-log">
          {rows.map((span, i) => (
            <li key={i}>
              <Status value={span.status} /> <Text span size="sm" dir="auto">{span.reason}</Text>
              <Text size="xs" className="quiet">{dateTime(span.from)}{span.to && ` – ${dateTime(span.to)}`} · <bdi>{doer(span.changedBy)}</bdi>{span.capacity !== null && ` · ${t('people.capacity')}: ${number(span.capacity)}`}</Text>
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && <Center mt="sm"><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </Drawer>
  );
}
