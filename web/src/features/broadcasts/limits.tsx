import { Button, Group, NumberInput, Paper, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, UpdateBroadcastRequest } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, faultsOf } from '../../lib/faults';
import { number } from '../../lib/format';

type Cap = NonNullable<UpdateBroadcastRequest['frequencyCap']>;
/** A cap as it is typed: a field may be empty meanwhile. */
type Typed = Record<keyof Cap, number | string>;

/** The hard bounds of a draft, with its frequency cap, or of a broadcast that paused at one. */
export function Limits({ broadcast, currency, saved, label, children }: { broadcast: Broadcast; currency: string; saved: () => void; label?: string; children?: React.ReactNode }) {
  const { t } = useTranslation('broadcasts');
  const queries = useQueryClient();
  const { limits, frequencyCap: before } = broadcast;
  const [amount, setAmount] = useState(limits.amount ?? '');
  const [messages, setMessages] = useState<number | string>(limits.messages ?? '');
  const [cap, setCap] = useState<Typed | null>(before);
  const save = useMutation({
    mutationFn: async () => {
      const change: UpdateBroadcastRequest = {};
      if (amount !== (limits.amount ?? '') || messages !== (limits.messages ?? '')) {
        change.limits = { amount: amount || undefined, currency: amount ? currency : undefined, messages: Number(messages) || undefined };
      }
      // The audience is expanded anew when the cap changes, so it is sent only then.
      if (cap?.messages !== before?.messages || cap?.days !== before?.days) change.frequencyCap = cap ? { messages: Number(cap.messages), days: Number(cap.days) } : ({} as Cap);
      return Object.keys(change).length > 0 ? api.broadcasts.update(broadcast.id, change) : broadcast;
    },
    onSuccess: (b) => {
      queries.setQueryData(['broadcast', b.id], b);
      void queries.invalidateQueries({ queryKey: ['forecast', b.id] });
      saved();
    },
    onError: (error) => { if (Object.keys(faultsOf(error)).length === 0) tellError(error); },
  });
  const faults = faultsOf(save.error);
  return (
    <form onSubmit={(e) => { e.preventDefault(); save.mutate(); }}>
      <Paper withBorder p="md">
        <Title order={2} size="h5">{t('caps')}</Title>
        <Text size="sm" className="quiet">{t('capsHint')}</Text>
        <Group mt="xs" grow align="start" maw={520}>
          <TextInput label={t('capMoney', { currency })} inputMode="decimal" placeholder={t('noCap')} value={amount} error={faults['/limits/amount']} onChange={(e) => setAmount(e.currentTarget.value.replace(',', '.'))} />
          <NumberInput label={t('capMessages')} min={1} allowDecimal={false} thousandSeparator placeholder={t('noCap')} value={messages} error={faults['/limits/messages']} onChange={setMessages} />
        </Group>
        {broadcast.status === 'draft' && <FrequencyFields value={cap} change={setCap} fault={faultOf(save.error, '/frequencyCap')} />}
      </Paper>
      <div className="bc-foot">{children}<Button type="submit" loading={save.isPending}>{label ?? t('next')}</Button></div>
    </form>
  );
}

const usual: Cap = { messages: 2, days: 7 };

/** Leaves out who got enough messages of broadcasts lately. */
function FrequencyFields({ value, change, fault }: { value: Typed | null; change: (cap: Typed | null) => void; fault?: string }) {
  const { t } = useTranslation('broadcasts');
  return (
    <>
      <Switch mt="md" label={t('frequency.title')} description={t('frequency.hint')} checked={value !== null} onChange={(e) => change(e.currentTarget.checked ? usual : null)} />
      {value && (
        <Group mt="xs" grow align="start" maw={520} role="group" aria-label={t('frequency.title')}>
          <NumberInput label={t('frequency.messages')} required min={1} max={20} allowDecimal={false} value={value.messages} onChange={(n) => change({ ...value, messages: n })} />
          <NumberInput label={t('frequency.days')} required min={1} max={30} allowDecimal={false} value={value.days} onChange={(n) => change({ ...value, days: n })} />
        </Group>
      )}
      {fault && <Text c="red" size="sm" role="alert" mt={4}>{fault}</Text>}
    </>
  );
}

/** A frequency cap in words. */
export function useFrequency(): (cap: Broadcast['frequencyCap']) => string {
  const { t } = useTranslation('broadcasts');
  return (cap) => (cap ? t('frequency.value', { messages: t('capOfMessages', { count: cap.messages, n: number(cap.messages) }), days: t('frequency.ofDays', { count: cap.days, n: number(cap.days) }) }) : t('noCap'));
}
