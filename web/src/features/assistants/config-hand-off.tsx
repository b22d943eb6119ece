import { ActionIcon, Group, NumberInput, Select, Stack, Switch, TagsInput, Text, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { languages } from '../../lib/i18n';
import type { ConfigProps } from './config';
import { languageName } from './data';

const offered = [...Object.keys(languages), 'de', 'fr', 'it', 'id', 'tr', 'ru', 'zh', 'ja', 'vi', 'th', 'ur', 'bn', 'sw'];

/** When a conversation goes to people, and what the contact is told. */
export function HandOffCard({ value, put, fault, disabled }: ConfigProps) {
  const { t, i18n } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const rules = value.handOff ?? {};
  const messages = rules.messages ?? {};
  const set = (change: Partial<typeof rules>) => put({ handOff: { ...rules, ...change } });
  const nameOf = (code: string) => languageName(i18n.language, code);
  const free = [...new Set([...(value.languages ?? []), ...offered])].filter((code) => !(code in messages));
  return (
    <Card title={t('handOff.title')}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">{t('handOff.hint')}</Text>
        <TagsInput label={t('handOff.words')} description={t('handOff.wordsHint')} disabled={disabled} value={rules.words ?? []} onChange={(words) => set({ words })} error={fault('/handOff/words')} />
        <NumberInput label={t('handOff.window')} description={t('handOff.windowHint')} min={0} max={1380} disabled={disabled} value={rules.windowMinutes ?? 30} onChange={(n) => set({ windowMinutes: Number(n) })} error={fault('/handOff/windowMinutes')} />
        <Switch label={t('handOff.tell')} disabled={disabled} checked={!rules.noMessage} onChange={(e) => set({ noMessage: !e.currentTarget.checked })} />
        {!rules.noMessage && (
          <>
            {Object.entries(messages).map(([code, text]) => (
              <Group key={code} gap={4} wrap="nowrap" align="start">
                <Textarea className="as-grow" label={t('handOff.message', { language: nameOf(code) })} autosize minRows={1} maxRows={6} dir="auto" readOnly={disabled} maxLength={1000} value={text}
                  onChange={(e) => set({ messages: { ...messages, [code]: e.currentTarget.value } })} error={fault(`/handOff/messages/${code}`)} />
                {!disabled && <ActionIcon mt={26} variant="subtle" color="gray" aria-label={`${shared('action.delete')}: ${nameOf(code)}`} onClick={() => set({ messages: Object.fromEntries(Object.entries(messages).filter(([c]) => c !== code)) })}><IconX size={16} /></ActionIcon>}
              </Group>
            ))}
            {!disabled && <Select label={t('handOff.add')} description={t('handOff.addHint')} placeholder={t('handOff.language')} searchable value={null} data={free.map((code) => ({ value: code, label: nameOf(code) }))} onChange={(code) => code && set({ messages: { ...messages, [code]: '' } })} />}
          </>
        )}
      </Stack>
    </Card>
  );
}
