import { FileInput, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { faultOf, isAtFields } from '../../lib/faults';

const example = 'valid_from,market,category,currency,above,amount\n2026-10-01,Germany,utility,EUR,0,0.0456\n2026-10-01,Germany,utility,EUR,100000,0.0433';

/** Imports a card, from a file or from what one pastes. */
export function RateCardForm({ close, done }: { close: () => void; done: () => void }) {
  const { t } = useTranslation('charges');
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [source, setSource] = useState('');
  const [prices, setPrices] = useState('');
  const read = async (chosen: File | null) => {
    setFile(chosen);
    if (!chosen) return;
    setPrices(await chosen.text());
    if (!name) setName(chosen.name.replace(/\.\w+$/, ''));
  };
  const save = useMutation({
    mutationFn: () => api.charges.importRateCard({ name, prices, ...(source && { source }) }),
    onSuccess: ({ rows }) => {
      notifications.show({ message: t('card.done', { count: rows, n: number(rows) }) });
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t('card.import')} label={t('card.import')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/name', '/source', '/prices']) ? undefined : save.error}>
      <FileInput label={t('card.file')} placeholder={t('chooseFile')} accept=".csv,.txt,text/csv" clearable leftSection={<IconFileTypeCsv size={18} />} value={file} onChange={(f) => void read(f)} data-autofocus />
      <TextInput label={t('card.name')} dir="auto" required maxLength={100} value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <TextInput label={t('card.source')} description={t('card.sourceHint')} dir="auto" maxLength={200} value={source} onChange={(e) => setSource(e.currentTarget.value)} error={fault('/source')} />
      <Textarea label={t('card.prices')} description={t('card.pricesHint')} required rows={8} dir="ltr" placeholder={example} value={prices} onChange={(e) => setPrices(e.currentTarget.value)} error={fault('/prices')} classNames={{ input: 'mono' }} />
    </FormDialog>
  );
}
