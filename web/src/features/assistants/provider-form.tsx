import { Group, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AIProvider } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';

const kinds: AIProvider['kind'][] = ['openai', 'anthropic', 'gemini'];
const addresses: Record<AIProvider['kind'], string> = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1', gemini: 'https://generativelanguage.googleapis.com/v1beta' };

/** Adds an AI provider, or changes one. Its key is never shown again. */
export function ProviderForm({ value, close, done }: { value?: AIProvider; close: () => void; done: (provider: AIProvider) => void }) {
  const { t } = useTranslation('assistants');
  const own = value?.prices?.source === 'own' ? value.prices : undefined;
  const [name, setName] = useState(value?.name ?? '');
  const [kind, setKind] = useState<AIProvider['kind']>(value?.kind ?? 'openai');
  const [baseUrl, setBase] = useState(value?.baseUrl ?? '');
  const [model, setModel] = useState(value?.model ?? '');
  const [apiKey, setKey] = useState('');
  const [timeout, setTimeout] = useState<string | number>(value?.timeoutSeconds ?? 12);
  const [context, setContext] = useState<string | number>(value?.contextTokens ?? '');
  const [input, setInput] = useState(own?.input ?? '');
  const [output, setOutput] = useState(own?.output ?? '');
  const save = useMutation({
    mutationFn: () => {
      const prices = input || output ? { prices: { ...(own?.cachedInput && { cachedInput: own.cachedInput }), ...(own?.cacheWrite && { cacheWrite: own.cacheWrite }), input, output } } : {};
      const request = { name, kind, model, timeoutSeconds: Number(timeout), ...(baseUrl && { baseUrl }), ...(context !== '' && { contextTokens: Number(context) }), ...(apiKey && { apiKey }), ...prices };
      return value ? api.ai.providers.update(value.id, { ...request, ...(own && !input && !output && { listPrices: true }) }) : api.ai.providers.create(request);
    },
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t(value ? 'providers.edit' : 'providers.create')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/name', '/kind', '/baseUrl', '/model', '/apiKey', '/timeoutSeconds', '/contextTokens', '/prices']) ? undefined : save.error}>
      <TextInput label={t('name')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} error={fault('/name')} />
      <Select label={t('providers.kind')} description={t('providers.kindHint')} allowDeselect={false} value={kind} onChange={(v) => setKind(v as typeof kind)} error={fault('/kind')} data={kinds.map((k) => ({ value: k, label: t(`kind.${k}`) }))} />
      <TextInput label={t('providers.baseUrl')} type="url" dir="ltr" placeholder={addresses[kind]} value={baseUrl} onChange={(e) => setBase(e.currentTarget.value)} error={fault('/baseUrl')} />
      <TextInput label={t('providers.model')} required dir="ltr" value={model} onChange={(e) => setModel(e.currentTarget.value)} error={fault('/model')} />
      <PasswordInput label={t('providers.key')} description={value?.apiKeyHint ? t('providers.keyKept', { hint: value.apiKeyHint }) : t('providers.keyHint')} autoComplete="off" value={apiKey} onChange={(e) => setKey(e.currentTarget.value)} error={fault('/apiKey')} />
      <Group grow align="start">
        <NumberInput label={t('providers.timeout')} min={1} max={20} value={timeout} onChange={setTimeout} error={fault('/timeoutSeconds')} />
        <NumberInput label={t('providers.context')} min={0} thousandSeparator="," value={context} onChange={setContext} error={fault('/contextTokens')} />
      </Group>
      <Group grow align="start">
        <TextInput label={t('providers.input')} description={t('providers.priceHint')} inputMode="decimal" dir="ltr" value={input} onChange={(e) => setInput(e.currentTarget.value)} error={fault('/prices/input') ?? fault('/prices')} />
        <TextInput label={t('providers.output')} description={t('providers.priceHint')} inputMode="decimal" dir="ltr" value={output} onChange={(e) => setOutput(e.currentTarget.value)} error={fault('/prices/output')} />
      </Group>
    </FormDialog>
  );
}
