import { Button, Group, NumberInput, Progress, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AISettings } from '@service/sdk';
import { FormDialog, Sure } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { number } from '../../lib/format';

/** Whether models are asked at all, and how much of the day's budget is used. */
export function AISwitch({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const [act, setAct] = useState<'off' | 'budget'>();
  const settings = useQuery({ queryKey: ['ai', 'settings'], queryFn: () => api.ai.settings(), refetchInterval: 15_000 });
  const keep = (value: AISettings) => queries.setQueryData(['ai', 'settings'], value);
  const on = useMutation({ mutationFn: () => api.ai.updateSettings({ enabled: true }), onSuccess: keep, onError: tellError });
  const s = settings.data;
  if (!s) return null;
  const used = s.today.used + s.today.reserved;
  const share = s.dailyTokens > 0 ? used / s.dailyTokens : 0;
  return (
    <Card title={t('ai.title')} actions={mayWrite && <Button size="xs" variant="default" onClick={() => setAct('budget')}>{t('ai.budget')}</Button>}>
      <Group justify="space-between" gap="md">
        <Switch label={t('ai.on')} description={t('ai.onHint')} disabled={!mayWrite || on.isPending} checked={s.enabled} onChange={(e) => { if (e.currentTarget.checked) on.mutate(); else setAct('off'); }} />
        <div className="as-budget">
          <Text size="sm" className="amount">{s.dailyTokens > 0 ? t('ai.usedOf', { used: number(used), of: number(s.dailyTokens) }) : t('ai.used', { used: number(used) })}</Text>
          {s.dailyTokens > 0 && <Progress mt={4} value={Math.min(share, 1) * 100} color={share >= 1 ? 'red' : share >= 0.8 ? 'orange' : 'brand'} aria-label={t('ai.budget')} />}
        </div>
      </Group>
      {act === 'off' && <Sure title={t('ai.offTitle')} label={t('ai.off')} close={() => setAct(undefined)} run={async () => keep(await api.ai.updateSettings({ enabled: false }))}>{t('ai.offHint')}</Sure>}
      {act === 'budget' && <Budget value={s} close={() => setAct(undefined)} saved={keep} />}
    </Card>
  );
}

function Budget({ value, close, saved }: { value: AISettings; close: () => void; saved: (value: AISettings) => void }) {
  const { t } = useTranslation('assistants');
  const [tokens, setTokens] = useState<string | number>(value.dailyTokens);
  const save = useMutation({
    mutationFn: () => api.ai.updateSettings({ dailyTokens: Number(tokens) }),
    onSuccess: (settings) => {
      saved(settings);
      close();
    },
  });
  return (
    <FormDialog title={t('ai.budget')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/dailyTokens']) ? undefined : save.error}>
      <NumberInput label={t('ai.tokens')} description={t('ai.tokensHint')} min={0} thousandSeparator="," data-autofocus value={tokens} onChange={setTokens} error={faultOf(save.error, '/dailyTokens')} />
    </FormDialog>
  );
}
