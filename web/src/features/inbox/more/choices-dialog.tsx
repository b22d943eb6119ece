import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/dialogs';
import { contentOf, most, none, repeated, said, type Choices } from './choices';
import type { DialogProps } from './content';

const kinds = ['buttons', 'list', 'ctaUrl', 'locationRequest'] as const;

/** Sends a message with something to press: replies, a list, a link, or the question where somebody is. */
export default function ChoicesDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const [c, setC] = useState<Choices>(none);
  const [tried, setTried] = useState(false);
  const put = (change: Partial<Choices>) => { setC({ ...c, ...change }); setTried(false); };
  const options = most[c.kind] > 0;
  const fault = options && (said(c).length === 0 ? t('choices.noOption') : repeated(c) ? t('choices.twice') : undefined);
  const save = () => {
    if (fault) return setTried(true);
    send({ type: 'interactive', interactive: contentOf(c) }, [c.body.trim(), ...(options ? said(c).map((o) => `• ${o.title}`) : [])].join('\n'));
    close();
  };
  return (
    <FormDialog title={t('choices.open')} label={t('inbox:send')} close={close} save={save} pending={false}>
      <SegmentedControl fullWidth size="xs" aria-label={t('choices.kind')} value={c.kind} onChange={(v) => put({ kind: v as Choices['kind'] })} data={kinds.map((k) => ({ value: k, label: t(`choices.kinds.${k}`) }))} />
      <Textarea label={t('choices.body')} value={c.body} onChange={(e) => put({ body: e.currentTarget.value })} required autosize minRows={2} maxRows={6} maxLength={c.kind === 'list' ? 4096 : 1024} dir="auto" data-autofocus />
      {c.kind === 'ctaUrl' && <TextInput label={t('choices.url')} type="url" dir="ltr" value={c.url} onChange={(e) => put({ url: e.currentTarget.value })} required placeholder="https://" />}
      {(c.kind === 'ctaUrl' || c.kind === 'list') && <TextInput label={t(c.kind === 'list' ? 'choices.opens' : 'choices.linkLabel')} description={t('choices.most', { n: 20 })} value={c.label} onChange={(e) => put({ label: e.currentTarget.value })} required maxLength={20} dir="auto" />}
      {options && <Options choices={c} put={put} fault={tried ? fault || undefined : undefined} />}
      {c.kind !== 'locationRequest' && (
        <Group grow align="start">
          <TextInput label={t('choices.header')} value={c.header} onChange={(e) => put({ header: e.currentTarget.value })} maxLength={60} dir="auto" />
          <TextInput label={t('choices.footer')} value={c.footer} onChange={(e) => put({ footer: e.currentTarget.value })} maxLength={60} dir="auto" />
        </Group>
      )}
    </FormDialog>
  );
}

function Options({ choices: c, put, fault }: { choices: Choices; put: (change: Partial<Choices>) => void; fault: string | undefined }) {
  const { t } = useTranslation('inbox/more');
  const list = c.kind === 'list';
  const shown = c.options.slice(0, most[c.kind]);
  const edit = (i: number, change: Partial<Choices['options'][number]>) => put({ options: c.options.map((o, n) => (n === i ? { ...o, ...change } : o)) });
  return (
    <Stack gap={6} role="group" aria-label={t('choices.options')}>
      <Text size="sm" fw={600}>{t('choices.options')}</Text>
      <Text size="xs" className="quiet">{t(list ? 'choices.rowsHint' : 'choices.buttonsHint', { n: most[c.kind], length: list ? 24 : 20 })}</Text>
      {shown.map((o, i) => (
        <Group key={i} gap={6} wrap="nowrap" align="start">
          <TextInput flex={1} aria-label={t('choices.option', { n: i + 1 })} value={o.title} onChange={(e) => edit(i, { title: e.currentTarget.value })} maxLength={list ? 24 : 20} dir="auto" />
          {list && <TextInput flex={2} aria-label={t('choices.description', { n: i + 1 })} placeholder={t('choices.descriptionHint')} value={o.description} onChange={(e) => edit(i, { description: e.currentTarget.value })} maxLength={72} dir="auto" />}
          <ActionIcon size={36} variant="subtle" color="gray" disabled={shown.length === 1} aria-label={t('choices.remove', { n: i + 1 })} onClick={() => put({ options: c.options.filter((_, n) => n !== i) })}><IconX size={16} /></ActionIcon>
        </Group>
      ))}
      {fault && <Text size="sm" c="var(--mantine-color-error)" role="alert">{fault}</Text>}
      {shown.length < most[c.kind] && <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => put({ options: [...shown, { title: '', description: '' }] })} style={{ alignSelf: 'start' }}>{t('choices.add')}</Button>}
    </Stack>
  );
}
