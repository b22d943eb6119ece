import { Button, Group, Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation, Template } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
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

const bodyOf = (x: Template) => (x.components as { type: string; text?: string }[]).find((p) => p.type === 'BODY')?.text ?? '';

function Fill({ template, conversation: c, back, close }: { template: Template; conversation: Conversation; back: () => void; close: () => void }) {
  const { t } = useTranslation('inbox');
  const { t: shared } = useTranslation();
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(template.parameters.map((p) => [p, p === 'name' ? c.contactName.split(' ')[0] ?? '' : ''])));
  const [settled] = useDebouncedValue(values, 200);
  const preview = useQuery({
    queryKey: ['template-preview', template.id, settled],
    queryFn: ({ signal }) => api.templates.preview(template.id, { parameters: settled }, { signal }),
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
          {template.parameters.map((p, i) => <TextInput key={p} label={p} value={values[p]} onChange={(e) => { const { value } = e.currentTarget; setValues((v) => ({ ...v, [p]: value })); }} required data-autofocus={i === 0 || undefined} dir="auto" />)}
          <Group mt="sm">
            <Button variant="default" onClick={back}>{shared('action.back')}</Button>
            <Button type="submit" disabled={!complete}>{t('sendTemplate')}</Button>
          </Group>
        </Stack>
      </form>
      <div className="template-preview" aria-label={t('preview')}>
        {preview.error ? <Trouble error={preview.error} /> : preview.data && (
          <div className="bubble-line" data-out><article className="bubble" data-out>
            {preview.data.header?.text && <strong dir="auto">{preview.data.header.text}</strong>}
            <WhatsAppText text={preview.data.body} />
            {preview.data.footer && <Text size="xs" className="quiet" dir="auto">{preview.data.footer}</Text>}
            {preview.data.buttons.map((b, i) => <div key={i} className="offered">{b.text}</div>)}
          </article></div>
        )}
      </div>
    </div>
  );
}
