import { NumberInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import type { ConfigProps } from './config';

/** What an assistant is told, and how it writes. */
export function WordsCard({ value, put, fault, disabled }: ConfigProps) {
  const { t } = useTranslation('assistants');
  return (
    <Card title={t('words.title')}>
      <Stack gap="sm">
        <Textarea label={t('words.instructions')} description={t('words.instructionsHint')} autosize minRows={8} maxRows={24} dir="auto" readOnly={disabled} maxLength={8000}
          value={value.instructions ?? ''} onChange={(e) => put({ instructions: e.currentTarget.value })} error={fault('/instructions')} />
        <TextInput label={t('words.tone')} placeholder={t('words.tonePlaceholder')} dir="auto" readOnly={disabled} value={value.tone ?? ''} onChange={(e) => put({ tone: e.currentTarget.value })} error={fault('/tone')} />
        <TagsInput label={t('words.languages')} description={t('words.languagesHint')} placeholder={value.languages?.length ? undefined : t('words.anyLanguage')} disabled={disabled} splitChars={[',', ' ']}
          value={value.languages ?? []} onChange={(languages) => put({ languages: languages.map((l) => l.trim().toLowerCase()) })} error={fault('/languages')} />
        <TagsInput label={t('words.allowed')} description={t('words.allowedHint')} disabled={disabled} value={value.allowed ?? []} onChange={(allowed) => put({ allowed })} error={fault('/allowed')} />
        <NumberInput label={t('words.length')} min={50} max={4096} disabled={disabled} value={value.maxReplyCharacters ?? 1000} onChange={(n) => put({ maxReplyCharacters: Number(n) })} error={fault('/maxReplyCharacters')} />
      </Stack>
    </Card>
  );
}
