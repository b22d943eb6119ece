import { Button, Drawer, Group, Select, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Snippet } from '../../components/copy';
import { LabelledValue } from '../../components/labelled-value';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime, number, time } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { DeliveryState } from './attempt';
import { EventSelect } from './endpoint-form';
import { Listen } from './start';
import { most, useEventLog } from './use-event-log';

const spans = ['900', '3600', '86400', '604800'];

/** Everything that happens, as programs are told of it. */
export function Events() {
  const { t } = useTranslation('developers');
  const { parts, search, go } = usePlace();
  const [paused, setPaused] = useState(false);
  const since = spans.includes(search.since ?? '') ? (search.since as string) : '86400';
  const names = search.events ?? '';
  const { events, ready, error } = useEventLog(Number(since), names, paused);
  const at = (change: Record<string, string | undefined>, id?: string) => go({ part: 'developers', parts: ['events', ...(id ? [id] : [])], search: { ...search, ...change }, replace: !id });
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on to memoized parts
  const virtual = useVirtualizer({ count: events.length, getScrollElement: () => list.current, estimateSize: () => 38, overscan: 10, getItemKey: (i) => events[i]?.id ?? i });
  return (
    <>
      <Group mb="sm" align="end" gap="sm">
        <Select label={t('events.since')} value={since} allowDeselect={false} onChange={(v) => at({ since: v ?? undefined })} data={spans.map((s) => ({ value: s, label: t(`events.span.${s}`) }))} />
        <div className="dev-grow"><EventSelect label={t('webhooks.events')} value={names.split(',').filter(Boolean)} onChange={(v) => at({ events: v.join() || undefined })} /></div>
        <Button variant="default" leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />} onClick={() => setPaused(!paused)}>{t(paused ? 'events.resume' : 'events.pause')}</Button>
      </Group>
      {error ? <Trouble error={error} /> : events.length === 0 ? (ready ? <Empty icon={IconActivity} title={t('events.none')}>{t('events.noneHint')}</Empty> : <Loading />) : (
        <>
          <div className="event-log" ref={list} role="list" tabIndex={0} aria-label={t('events.title')}>
            <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
              {virtual.getVirtualItems().map((item) => {
                const event = events[item.index];
                return event && (
                  <div key={item.key} role="listitem" className="event-row" style={{ transform: `translateY(${item.start}px)` }}>
                    <UnstyledButton className="event-line" onClick={() => at({}, event.id)}>
                      <time className="quiet amount" dateTime={new Date(event.timestamp * 1000).toISOString()} title={dateTime(new Date(event.timestamp * 1000))}>{time(new Date(event.timestamp * 1000))}</time>
                      <bdi className="mono event-kind">{event.event}</bdi>
                      <span className="quiet event-about" dir="auto">{about(event.data)}</span>
                    </UnstyledButton>
                  </div>
                );
              })}
            </div>
          </div>
          <Text size="xs" className="quiet" mt={6} role="status">{t(events.length >= most ? 'events.most' : 'events.count', { count: events.length, n: number(events.length) })}</Text>
        </>
      )}
      <div className="below"><Listen /></div>
      {parts[1] && <EventDetails id={parts[1]} close={() => at({})} />}
    </>
  );
}

/** The first words by which one recognises what an event is about. */
function about(data: object): string {
  const fields = data as Record<string, unknown>;
  const known = ['content', 'status', 'contact_name', 'from', 'to', 'name', 'title'].map((key) => fields[key]).filter((v) => typeof v === 'string' && v !== '');
  return (known.length > 0 ? known : Object.values(fields).filter((v) => typeof v === 'string' && v !== '')).slice(0, 2).join(' · ');
}

function EventDetails({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('developers');
  const { go } = usePlace();
  const event = useQuery({ queryKey: ['event', id], queryFn: () => api.events.get(id) });
  const value = event.data;
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={<span className="mono">{value?.event ?? id}</span>}>
      {event.error && <Trouble error={event.error} />}
      {!value && !event.error && <Loading />}
      {value && (
        <>
          <LabelledValue label={t('delivery.eventId')}><bdi className="mono">{value.id}</bdi></LabelledValue>
          <LabelledValue label={t('deliveries.at')}>{dateTime(value.createdAt)}</LabelledValue>
          <h3 className="heading">{t('delivery.payload')}</h3>
          <Snippet label={t('delivery.payload')} text={JSON.stringify({ event: value.event, timestamp: value.timestamp, data: value.data }, null, 2)} />
          <h3 className="heading">{t('deliveries.title')}</h3>
          {value.deliveries.length === 0 && <Text size="sm" className="quiet">{t('events.noDelivery')}</Text>}
          {value.deliveries.map((d) => (
            <Group key={d.endpointId} justify="space-between" py={4}>
              <UnstyledButton className="row-link mono" onClick={() => go({ part: 'developers', parts: ['webhooks', d.endpointId, d.id] })}>{d.endpointId}</UnstyledButton>
              <DeliveryState value={d.state} />
            </Group>
          ))}
        </>
      )}
    </Drawer>
  );
}
