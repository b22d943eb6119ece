import { Button, Group, Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation, Template } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { put } from './outbox';
import { WhatsAppText } from './whatsapp-text';

/** Chooses a template, fills in its values beside a picture of the phone, and sends it. */
export default function TemplatePicker({ conversation: c, close }: { conversation: Conversation; close: () => void }) {
  const { t } = useTranslation('inbox');
  const [chosen, setChosen] = useState<Template>();
  return (
    <Modal opened onClose={close} title={chosen ? chosen.name : t('chooseTemplate')} size="lg">
      {chosen ? <Fill template={chosen} conversation={c} back={() => setChosen(undefined)} close={close} /> : <Choose choose={setChosen} />}
    </Modal>
  );
}

function Choose({ choose }: { choose: (template: Template) => void }) {
  const { t } = useTranslation('inbox');
  const [text, setText] = useState('');
  const list = useQuery({ queryKey: ['templates', 'approved'], queryFn: async () => (await api.templates.list({ status: 'approved', limit: 200 }).page()).data, staleTime: 60_000 });
  const found = list.data?.filter((x) => x.name.includes(text.toLowerCase().replaceAll(' ', '_'))) ?? [];
  return (
    <Stack>
      <TextInput leftSection={<IconSearch size={16} />} placeholder={t('findTemplate')} aria-label={t('findTemplate')} value={text} onChange={(e) => setText(e.currentTarget.value)} data-autofocus />
      {list.isPending && <Loading lines={4} height={40} />}
      {list.error && <Trouble error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && found.length === 0 && <Empty title={t('noTemplate')} />}
      <ScrollArea.Autosize mah={380}>
        {found.map((x) => (
          <UnstyledButton key={x.id} className="pick" onClick={() => choose(x)}>
            <Text size="sm" fw={600}>{x.name} <span className="quiet">{x.language} · {t(`category.${x.category}`)}</span></Text>
            <Text size="xs" className="quiet" lineClamp={2} dir="auto">{bodyOf(x)}</Text>
          </UnstyledButton>
        ))}
      </ScrollArea.Autosize>
    </Stack>
  );
}

interface Sample { param_name: string; example: string }
interface Examples { header_text?: string[]; body_text?: string[][]; header_text_named_params?: Sample[]; body_text_named_params?: Sample[] }

/** What a template gives as an example of each value. */
function samplesOf(x: Template): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { example: e } of x.components as { example?: Examples }[]) {
    for (const s of e?.header_text_named_params ?? e?.body_text_named_params ?? []) out[s.param_name] = s.example;
    for (const [i, s] of (e?.header_text ?? e?.body_text?.[0] ?? []).entries()) out[i + 1] = s;
  }
  return out;
}

const bodyOf = (x: Template) => (x.components as { type: string; text?: string }[]).find((p) => p.type === 'BODY')?.text ?? '';

function Fill({ template, conversation: c, back, close }: { template: Template; conversation: Conversation; back: () => void; close: () => void }) {
  const { t } = useTranslation('inbox');
  const { t: shared } = useTranslation();
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(template.parameters.map((p) => [p, p === 'name' ? c.contactName.split(' ')[0] ?? '' : ''])));
  const samples = samplesOf(template);
  const nameOf = (p: string) => (/^\d+$/.test(p) ? t('valueNumber', { number: number(Number(p)) }) : `${p.charAt(0).toUpperCase()}${p.slice(1).replaceAll('_', ' ')}`);
  const [settled] = useDebouncedValue(values, 200);
  const preview = useQuery({
    queryKey: ['template-preview', template.id, settled],
    queryFn: ({ signal }) => api.templates.preview(template.id, { parameters: Object.fromEntries(template.parameters.map((p) => [p, settled[p]?.trim() ? settled[p] : `{{${p}}}`])) }, { signal }),
    placeholderData: (before) => before,
  });
  const complete = template.parameters.every((p) => values[p]?.trim());
  const send = () => {
    put(c.id, { conversationId: c.id, type: 'template', takeOver: true, templateName: template.name, language: template.language, parameters: values }, preview.data?.body ?? template.name);
    close();
  };
  return (
    <div className="fill">
      <form onSubmit={(e) => { e.preventDefault(); if (complete) send(); }}>
        <Stack gap="sm">
          {template.parameters.length === 0 && <Text size="sm" className="quiet">{t('noValues')}</Text>}
          {template.parameters.map((p, i) => <TextInput key={p} label={nameOf(p)} placeholder={samples[p] && t('forExample', { sample: samples[p] })} value={values[p]} onChange={(e) => { const { value } = e.currentTarget; setValues((v) => ({ ...v, [p]: value })); }} required data-autofocus={i === 0 || undefined} dir="auto" />)}
          <Group mt="sm">
            <Button variant="default" onClick={back}>{shared('action.back')}</Button>
            <Button type="submit" disabled={!complete}>{t('sendTemplate')}</Button>
          </Group>
        </Stack>
      </form>
      <div className="template-preview" aria-label={t('preview')}>
        {preview.error ? <Trouble error={preview.error} /> : preview.data && (
          <div className="bubble-line" data-out><article className="bubble" data-out>
            {preview.data.header?.text && <strong><WhatsAppText text={preview.data.header.text} blank={nameOf} /></strong>}
            <WhatsAppText text={preview.data.body} blank={nameOf} />
            {preview.data.footer && <Text size="xs" className="quiet" dir="auto">{preview.data.footer}</Text>}
            {preview.data.buttons.map((b, i) => <div key={i} className="offered">{b.text}</div>)}
          </article></div>
        )}
      </div>
    </div>
  );
}
