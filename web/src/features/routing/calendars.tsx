import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconCalendarTime, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { hoursInWords } from '../../components/week-hours';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { CalendarForm } from './calendar-form';
import { useCalendars } from './data';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; calendar: Calendar };

const today = () => new Date().toISOString().slice(0, 10);

/** Hours of the business and of shifts, with the days on which they differ. */
export function Calendars() {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'teams:write');
  const [act, setAct] = useState<Act>();
  const list = useCalendars();
  const again = () => void queries.invalidateQueries({ queryKey: ['calendars'] });
  const close = () => setAct(undefined);
  const saved = () => {
    again();
    close();
  };
  if (list.error) return <Trouble error={list.error} retry={again} />;
  if (!list.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={620}>{t('hours.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('hours.create')}</Button>}
      </Group>
      {list.data.length === 0 && <Empty icon={IconCalendarTime} title={t('hours.none')}>{t('hours.noneHint')}</Empty>}
      <div className="ro-cards">{list.data.map((c) => <CalendarCard key={c.id} value={c} act={mayWrite ? setAct : undefined} />)}</div>
      {act?.what === 'create' && <CalendarForm close={close} done={saved} />}
      {act?.what === 'edit' && <CalendarForm value={act.calendar} close={close} done={saved} />}
      {act?.what === 'delete' && <Sure title={t('hours.deleteTitle', { name: act.calendar.name })} label={t('delete')} close={close} done={again} run={() => api.calendars.delete(act.calendar.id)}>{t('hours.deleteHint')}</Sure>}
    </>
  );
}

function CalendarCard({ value: c, act }: { value: Calendar; act?: (act: Act) => void }) {
  const { t, i18n } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const openings = useQuery({ queryKey: ['calendars', c.id, 'openings', c.version], queryFn: () => api.calendars.openings(c.id), refetchInterval: 60_000 });
  const next = c.exceptions.filter((x) => x.date >= today()).sort((a, b) => a.date.localeCompare(b.date)).slice(0, 4);
  const day = (date: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
  return (
    <Card title={c.name} actions={act && (
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} aria-label={`${shared('action.edit')}: ${c.name}`} onClick={() => act({ what: 'edit', calendar: c })}>{shared('action.edit')}</Button>
        <Button size="xs" variant="default" px={8} aria-label={`${shared('action.delete')}: ${c.name}`} onClick={() => act({ what: 'delete', calendar: c })}><IconTrash size={14} /></Button>
      </Group>
    )}>
      {openings.data && (
        <Group gap="xs" mb="xs">
          <Badge variant="light" tt="none" color={openings.data.openNow ? 'brand' : 'gray'}>{t(openings.data.openNow ? 'hours.open' : 'hours.closed')}</Badge>
          {openings.data.nextChangeAt && <Text size="sm" className="quiet">{t(openings.data.openNow ? 'hours.closes' : 'hours.opens', { at: dateTime(openings.data.nextChangeAt) })}</Text>}
        </Group>
      )}
      <Text size="sm">{hoursInWords(i18n.language, c.hours) || t('hours.never')}</Text>
      <Text size="xs" className="quiet" mb="xs">{c.timeZone}</Text>
      {next.map((x) => <LabelledValue key={x.date} label={day(x.date)}><span dir="auto">{x.name}</span> · {x.hours?.length ? x.hours.map((h) => `${h.from}–${h.to}`).join(', ') : shared('hours.closed')}</LabelledValue>)}
    </Card>
  );
}
