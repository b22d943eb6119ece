import { FileInput, Group, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { lastDays, utcToday } from '../../lib/period';
import { useAccounts } from './data';

const fields = ['/messagingAccountId', '/from', '/to'];

/** Starts a comparison, with what the provider's API says or with an invoice. */
export function Reconcile({ close, done }: { close: () => void; done: (made: Reconciliation) => void }) {
  const { t } = useTranslation('charges');
  const accounts = useAccounts().data ?? [];
  const [account, setAccount] = useState<string | null>(null);
  const [{ from, to }, setPeriod] = useState(lastDays(30, utcToday()));
  const [source, setSource] = useState('analytics');
  const [file, setFile] = useState<File | null>(null);
  const withInvoice = source === 'invoice';
  const start = useMutation({
    mutationFn: async () => api.charges.reconcile({
      from, to, ...(account && { messagingAccountId: account }), ...(withInvoice && file && { invoice: await file.text() }),
    }),
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(start.error, pointer);
  return (
    <FormDialog title={t('reconcile.start')} label={t('reconcile.begin')} close={close} pending={start.isPending} save={() => start.mutate()}
      error={isAtFields(start.error, withInvoice ? [...fields, '/invoice'] : fields) ? undefined : start.error}>
      {accounts.length > 1 && (
        <Select label={t('reconcile.account')} required value={account} onChange={setAccount} error={fault('/messagingAccountId')} data={accounts.map((a) => ({ value: a.id, label: `${a.name} · ${a.currency}` }))} />
      )}
      <Group grow align="start">
        <TextInput type="date" label={t('app:period.from')} required max={to} value={from} error={fault('/from')} onChange={(e) => setPeriod({ from: e.currentTarget.value, to })} />
        <TextInput type="date" label={t('app:period.to')} required min={from} max={utcToday()} value={to} error={fault('/to')} onChange={(e) => setPeriod({ from, to: e.currentTarget.value })} />
      </Group>
      <Radio.Group label={t('reconcile.with')} value={source} onChange={setSource}>
        <Stack gap={6} mt={6}>
          <Radio value="analytics" label={t('reconcile.source_analytics')} description={t('reconcile.analyticsHint')} />
          <Radio value="invoice" label={t('reconcile.source_invoice')} description={t('reconcile.invoiceHint')} />
        </Stack>
      </Radio.Group>
      {withInvoice && (
        <FileInput label={t('reconcile.invoice')} required placeholder={t('chooseFile')} accept=".csv,.txt,text/csv" clearable leftSection={<IconFileTypeCsv size={18} />} value={file} onChange={setFile} error={fault('/invoice')} />
      )}
    </FormDialog>
  );
}
