import { Badge, Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarException } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { day } from '../../lib/format';

/** The days of an iCalendar file, to choose from. Nothing is stored before the calendar is saved. */
export function Holidays({ calendarId, file, close, add }: { calendarId: string; file: File; close: () => void; add: (days: CalendarException[]) => void }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const found = useQuery({ queryKey: ['calendars', calendarId, 'holidays', file.name, file.lastModified], queryFn: async () => api.calendars.previewHolidays(calendarId, { ics: await file.text() }), retry: false });
  const [chosen, setChosen] = useState<readonly string[]>();
  const days = found.data?.holidays.filter((h) => !h.already) ?? [];
  const keyOf = (h: { date: string; name: string }) => `${h.date} ${h.name}`;
  const picked = chosen ?? days.filter((h) => h.kind === 'public_holiday').map(keyOf);
  return (
    <Paper withBorder p="sm" component="section" aria-label={file.name}>
      <Text size="sm" fw={600} mb="xs" dir="auto">{file.name}</Text>
      {found.error ? <Trouble error={found.error} /> : !found.data ? <Loading lines={3} /> : days.length === 0 ? <Text size="sm" className="quiet">{t('hours.noHolidays')}</Text> : (
        <div className="ro-scroll">
          {days.map((h) => (
            <Checkbox key={keyOf(h)} py={3} checked={picked.includes(keyOf(h))} onChange={(e) => setChosen(e.currentTarget.checked ? [...picked, keyOf(h)] : picked.filter((k) => k !== keyOf(h)))}
              label={<>{day(`${h.date}T12:00:00`)} · <span dir="auto">{h.name}</span> {h.kind === 'observance' && <Badge size="xs" variant="default" tt="none">{t('hours.observance')}</Badge>}{h.ruleUnknown && <Text span size="xs" className="quiet"> {t('hours.firstOnly')}</Text>}</>} />
          ))}
        </div>
      )}
      <Group justify="end" mt="xs" gap="xs">
        <Button size="xs" variant="default" onClick={close}>{shared('action.cancel')}</Button>
        <Button size="xs" disabled={picked.length === 0} onClick={() => add(days.filter((h) => picked.includes(keyOf(h))).map((h) => ({ date: h.date, name: h.name, hours: [] })))}>{t('hours.addDays')}</Button>
      </Group>
    </Paper>
  );
}
