import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { dayText } from '../../lib/format';
import { plusDays, utcToday } from '../../lib/period';

const kept = 24;

/** The months up to this one, the newest first. */
function months(): string[] {
  const list = [utcToday().slice(0, 7)];
  while (list.length < kept) list.push(plusDays(`${list.at(-1)!}-01`, -1).slice(0, 7));
  return list;
}

/** Saves what a month cost, for people or for a table. */
export function Statement({ opened, close }: { opened: boolean; close: () => void }) {
  const { t } = useTranslation('charges');
  const all = months();
  const [month, setMonth] = useState(all[1]!);
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'csv') => download(api.charges.statement({ month, format }), `${t('statement.file')} ${month}.${format}`),
    onError: tellError,
  });
  return (
    <Modal opened={opened} onClose={close} title={t('statement.title')}>
      <Stack>
        <Text size="sm" className="quiet">{t('statement.hint')}</Text>
        <Select label={t('dimension.month')} allowDeselect={false} value={month} onChange={(v) => setMonth(v ?? month)} data-autofocus
          data={all.map((value) => ({ value, label: dayText(`${value}-01`, { month: 'long', year: 'numeric' }) }))} />
        <Group justify="end">
          <Button variant="default" leftSection={<IconFileTypeCsv size={16} />} loading={save.isPending && save.variables === 'csv'} onClick={() => save.mutate('csv')}>{t('statement.csv')}</Button>
          <Button leftSection={<IconFileTypePdf size={16} />} loading={save.isPending && save.variables === 'pdf'} onClick={() => save.mutate('pdf')}>{t('statement.pdf')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
