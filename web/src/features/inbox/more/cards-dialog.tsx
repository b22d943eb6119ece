import { ActionIcon, Button, Fieldset, Group, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/dialogs';
import type { DialogProps } from './content';

const [fewest, most] = [2, 10];
const blank = { image: '', body: '', url: '' };

/** Sends cards to swipe through: each a picture, some words and a link. */
export default function CardsDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const [body, setBody] = useState('');
  const [label, setLabel] = useState('');
  const [cards, setCards] = useState([blank, blank]);
  const edit = (i: number, change: Partial<typeof blank>) => setCards(cards.map((c, n) => (n === i ? { ...c, ...change } : c)));
  const save = () => {
    send({
      type: 'interactive',
      interactive: {
        type: 'carousel', body: body.trim(),
        cards: cards.map((c) => ({
          header: { type: 'image' as const, media: { link: c.image.trim() } }, ...(c.body.trim() && { body: c.body.trim() }), ctaUrl: { displayText: label.trim(), url: c.url.trim() },
        })),
      },
    }, [body.trim(), ...cards.map((c) => `🖼 ${c.body.trim() || c.url.trim()}`)].join('\n'));
    close();
  };
  return (
    <FormDialog title={t('cards.open')} label={t('inbox:send')} size="lg" close={close} save={save} pending={false}>
      <Textarea label={t('choices.body')} value={body} onChange={(e) => setBody(e.currentTarget.value)} required autosize minRows={2} maxRows={6} maxLength={1024} dir="auto" data-autofocus />
      <TextInput label={t('cards.label')} description={t('choices.most', { n: 20 })} value={label} onChange={(e) => setLabel(e.currentTarget.value)} required maxLength={20} dir="auto" />
      {cards.map((c, i) => (
        <Fieldset key={i} legend={t('cards.card', { n: i + 1 })} p="sm">
          <Group gap={6} wrap="nowrap" align="end">
            <TextInput flex={1} label={t('cards.image')} type="url" dir="ltr" placeholder="https://" value={c.image} onChange={(e) => edit(i, { image: e.currentTarget.value })} required />
            <TextInput flex={1} label={t('cards.url')} type="url" dir="ltr" placeholder="https://" value={c.url} onChange={(e) => edit(i, { url: e.currentTarget.value })} required />
            <ActionIcon size={36} variant="subtle" color="gray" disabled={cards.length === fewest} aria-label={t('cards.remove', { n: i + 1 })} onClick={() => setCards(cards.filter((_, n) => n !== i))}><IconX size={16} /></ActionIcon>
          </Group>
          <TextInput mt={6} label={t('cards.words')} value={c.body} onChange={(e) => edit(i, { body: e.currentTarget.value })} maxLength={160} dir="auto" />
        </Fieldset>
      ))}
      {cards.length < most && <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => setCards([...cards, blank])} style={{ alignSelf: 'start' }}>{t('cards.add')}</Button>}
    </FormDialog>
  );
}
