import { Autocomplete, Group, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Budget, CreateBudgetRequest } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { useAccounts } from './data';

const fields = ['/name', '/period', '/category', '/amount', '/currency', '/alerts', '/hardStop'];
const categories = ['marketing', 'utility', 'authentication', 'service'] as const;
type Category = NonNullable<CreateBudgetRequest['category']>;

/** Makes a budget, or changes one. */
export function BudgetForm({ value, close, done }: { value?: Budget; close: () => void; done: () => void }) {
  const { t } = useTranslation('charges');
  const currencies = [...new Set(useAccounts().data?.map((a) => a.currency).filter(Boolean))];
  const [name, setName] = useState(value?.name ?? '');
  const [period, setPeriod] = useState<Budget['period']>(value?.period ?? 'month');
  const [category, setCategory] = useState(value?.category ?? '');
  const [amount, setAmount] = useState(value?.amount ?? '');
  const [typed, setCurrency] = useState(value?.currency);
  const [alerts, setAlerts] = useState((value?.alerts ?? [50, 80, 100]).map(String));
  const [hardStop, setHardStop] = useState(value?.hardStop ?? false);
  const currency = typed ?? currencies[0] ?? '';
  const save = useMutation({
    mutationFn: async () => {
      const request = {
        name, period, amount: amount.trim(), currency: currency.trim().toUpperCase(), hardStop,
        alerts: [...new Set(alerts.map((a) => Number(a.replace('%', ''))))].sort((a, b) => a - b),
      };
      return value
        ? api.budgets.update(value.id, { ...request, category: category as Category | '' })
        : api.budgets.create({ ...request, ...(category && { category: category as Category }) });
    },
    onSuccess: () => {
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'budget.edit' : 'budget.create')} label={value ? undefined : t('budget.create')} close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, fields) ? undefined : save.error}>
      <TextInput label={t('budget.name')} dir="auto" required data-autofocus value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <Group grow align="start">
        <Select label={t('budget.period')} allowDeselect={false} value={period} onChange={(v) => setPeriod(v as Budget['period'])} error={fault('/period')}
          data={(['month', 'day'] as const).map((p) => ({ value: p, label: t(`budget.each_${p}`) }))} />
        <Select label={t('dimension.category')} allowDeselect={false} value={category} onChange={(v) => setCategory(v ?? '')} error={fault('/category')}
          data={[{ value: '', label: t('budget.everything') }, ...categories.map((c) => ({ value: c as string, label: t(`category.${c}`) }))]} />
      </Group>
      <Group grow align="start">
        <TextInput label={t('budget.amount')} required inputMode="decimal" placeholder="250.00" dir="ltr" value={amount} onChange={(e) => setAmount(e.currentTarget.value)} error={fault('/amount')} />
        <Autocomplete label={t('currency')} required maxLength={3} dir="ltr" data={currencies} value={currency} onChange={setCurrency} error={fault('/currency')} />
      </Group>
      <TagsInput label={t('budget.alerts')} description={t('budget.alertsHint')} acceptValueOnBlur data={['50', '80', '100']} value={alerts} onChange={setAlerts} error={fault('/alerts')} />
      <Switch label={t('budget.hardStop')} description={t(category === 'service' ? 'budget.noStop' : 'budget.hardStopHint')} checked={hardStop} onChange={(e) => setHardStop(e.currentTarget.checked)} error={fault('/hardStop')} />
    </FormDialog>
  );
}
