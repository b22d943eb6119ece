import { Alert, Fieldset, NumberInput, PasswordInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSettings as Settings, UpdateKnowledgeSettingsRequest } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { RunProgress } from './run';
import { Standing } from './standing';

/** What holds for all knowledge: words that mean the same, and search by meaning. */
export function KnowledgeSettings({ value, close, done }: { value: Settings; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const { embeddings } = value;
  const [synonyms, setSynonyms] = useState(value.synonyms.map((group) => group.join(', ')).join('\n'));
  const [on, setOn] = useState(embeddings?.enabled ?? false);
  const [baseUrl, setBase] = useState(embeddings?.baseUrl ?? 'https://api.openai.com/v1');
  const [model, setModel] = useState(embeddings?.model ?? '');
  const [apiKey, setKey] = useState('');
  const [lift, setLift] = useState<string | number>(embeddings?.evidenceLift ?? 0.5);
  const save = useMutation({
    mutationFn: () => {
      const groups = synonyms.split('\n').map((line) => line.split(',').map((word) => word.trim()).filter(Boolean)).filter((group) => group.length > 0);
      const request: UpdateKnowledgeSettingsRequest = { synonyms: groups };
      if (on) request.embeddings = { enabled: true, baseUrl, model, evidenceLift: Number(lift), ...(apiKey && { apiKey }) };
      else if (embeddings?.enabled) request.embeddings = { enabled: false };
      return api.knowledge.updateSettings(request);
    },
    onSuccess: () => {
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t('settings.title')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/synonyms', '/embeddings/baseUrl', '/embeddings/model', '/embeddings/apiKey', '/embeddings/evidenceLift']) ? undefined : save.error}>
      <Textarea label={t('settings.synonyms')} description={t('settings.synonymsHint')} placeholder={t('settings.synonymsPlaceholder')} autosize minRows={3} maxRows={10} dir="auto" value={synonyms} onChange={(e) => setSynonyms(e.currentTarget.value)} error={fault('/synonyms')} />
      <Fieldset legend={t('settings.meaning')}>
        <Stack gap="sm">
          <Switch label={t('settings.meaningOn')} description={t('settings.meaningHint')} checked={on} onChange={(e) => setOn(e.currentTarget.checked)} />
          {embeddings?.enabled && <Text component="div" size="sm">{t(`settings.state_${embeddings.state}`)} {embeddings.health.state !== 'closed' && <Standing health={embeddings.health} />}{embeddings.embedding && <RunProgress run={embeddings.embedding} />}</Text>}
          {on && (
            <>
              <TextInput label={t('providers.baseUrl')} type="url" dir="ltr" required value={baseUrl} onChange={(e) => setBase(e.currentTarget.value)} error={fault('/embeddings/baseUrl')} />
              <TextInput label={t('providers.model')} dir="ltr" required value={model} onChange={(e) => setModel(e.currentTarget.value)} error={fault('/embeddings/model')} />
              <PasswordInput label={t('providers.key')} description={embeddings?.apiKeyHint ? t('providers.keyKept', { hint: embeddings.apiKeyHint }) : undefined} autoComplete="off" value={apiKey} onChange={(e) => setKey(e.currentTarget.value)} error={fault('/embeddings/apiKey')} />
              <NumberInput label={t('settings.lift')} description={t('settings.liftHint')} min={0} max={1} step={0.05} decimalScale={2} value={lift} onChange={setLift} error={fault('/embeddings/evidenceLift')} />
            </>
          )}
          {!on && embeddings?.enabled && <Alert color="orange">{t('settings.meaningOff')}</Alert>}
        </Stack>
      </Fieldset>
    </FormDialog>
  );
}
