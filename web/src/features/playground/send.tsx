import { Alert, Button, Group, SegmentedControl, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SendMessageRequest } from '@service/sdk';
import { Snippet } from '../../components/copy';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';

/** The business's side: a message by the API, and the same call for a program. */
export function Send({ number, sent }: { number: string; sent: (messageId: string) => void }) {
  const { t } = useTranslation('playground');
  const [kind, setKind] = useState<'text' | 'template'>('text');
  const [text, setText] = useState(t('sample'));
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const templates = useQuery({ queryKey: ['templates', 'approved'], queryFn: async () => (await api.templates.list({ status: 'approved', limit: 200 }).page()).data, staleTime: 60_000, enabled: kind === 'template' });
  const template = templates.data?.find((x) => x.id === templateId);
  const request: SendMessageRequest | undefined =
    kind === 'text' ? { to: number, type: 'text', text: { body: text } }
    : template && { to: number, type: 'template', templateName: template.name, language: template.language, ...(template.parameters.length > 0 && { parameters: Object.fromEntries(template.parameters.map((p) => [p, values[p] ?? ''])) }) };
  const complete = request && (kind === 'text' ? text.trim() !== '' : template?.parameters.every((p) => values[p]?.trim()));
  const send = useMutation({ mutationFn: (message: SendMessageRequest) => api.messages.send(message), onSuccess: ({ messageId }) => sent(messageId) });
  return (
    <Card title={t('send.title')} actions={<SegmentedControl size="xs" value={kind} onChange={(v) => setKind(v as typeof kind)} data={[{ value: 'text', label: t('send.text') }, { value: 'template', label: t('send.template') }]} aria-label={t('send.kind')} />}>
      <form onSubmit={(e) => { e.preventDefault(); if (request && complete && !send.isPending) send.mutate(request); }}>
        {kind === 'text' ? <Textarea aria-label={t('send.text')} value={text} onChange={(e) => setText(e.currentTarget.value)} autosize minRows={2} maxRows={6} dir="auto" /> : (
          <>
            <Select label={t('send.template')} placeholder={t('send.choose')} searchable value={templateId} onChange={setTemplateId} error={templates.error && explain(templates.error)}
              data={templates.data?.map((x) => ({ value: x.id, label: `${x.name} · ${x.language}` })) ?? []} />
            {template && (
              <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
                {template.parameters.map((p) => <TextInput key={p} label={p} value={values[p] ?? ''} onChange={(e) => { const { value } = e.currentTarget; setValues((v) => ({ ...v, [p]: value })); }} required dir="auto" />)}
              </SimpleGrid>
            )}
          </>
        )}
        {send.error && <Alert color="red" role="alert" mt="sm">{explain(send.error)}</Alert>}
        <Group justify="end" my="sm"><Button type="submit" loading={send.isPending} disabled={!complete}>{t('send.send')}</Button></Group>
      </form>
      {request && <Snippet wrap label={t('send.call')} text={`curl ${location.origin}/v1/messages \\\n  -H "Authorization: Bearer $SERVICE_API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(request).replaceAll("'", String.raw`'\''`)}'`} />}
    </Card>
  );
}
