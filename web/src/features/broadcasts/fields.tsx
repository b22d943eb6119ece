import { Fieldset, FileInput, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { ProductButton, ProductFields } from './products';
import { type Fill, slotsOf, withButton, type Slots } from './fill';

const accepted = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', GIF: 'video/mp4', DOCUMENT: 'application/pdf' };

/** The fields for all that a template leaves open. */
export function Fields({ template, fill, change, faults }: { template: Template; fill: Fill; change: (fill: Fill) => void; faults: Record<string, string> }) {
  const { t } = useTranslation('broadcasts');
  const slots = slotsOf(template);
  const place = fill.headerLocation ?? { latitude: 0, longitude: 0 };
  return (
    <Stack gap="sm">
      {slots.headerText && (
        <TextInput label={t('fill.header')} dir="auto" value={fill.headerParameter ?? ''} error={faults['/headerParameter']} onChange={(e) => change({ ...fill, headerParameter: e.currentTarget.value })} />
      )}
      {slots.headerMedia && <Upload kind={slots.headerMedia} label={t(`fill.${slots.headerMedia}`)} error={faults['/headerMedia']} done={(mediaId) => change({ ...fill, headerMedia: { mediaId } })} />}
      {slots.headerLocation && (
        <Fieldset legend={t('fill.location')}>
          <Group grow align="start">
            <NumberInput label={t('fill.latitude')} min={-90} max={90} decimalScale={6} hideControls value={place.latitude} onChange={(v) => change({ ...fill, headerLocation: { ...place, latitude: Number(v) } })} />
            <NumberInput label={t('fill.longitude')} min={-180} max={180} decimalScale={6} hideControls value={place.longitude} onChange={(v) => change({ ...fill, headerLocation: { ...place, longitude: Number(v) } })} />
          </Group>
          <TextInput mt="xs" label={t('fill.place')} dir="auto" value={place.name ?? ''} error={faults['/headerLocation']} onChange={(e) => change({ ...fill, headerLocation: { ...place, name: e.currentTarget.value } })} />
          <TextInput mt="xs" label={t('fill.address')} dir="auto" value={place.address ?? ''} onChange={(e) => change({ ...fill, headerLocation: { ...place, address: e.currentTarget.value } })} />
        </Fieldset>
      )}
      {slots.headerProduct && (
        <Fieldset legend={t('fill.product')}>
          <ProductFields product={fill.headerProduct} error={faults['/headerProduct'] ?? faults['/headerProduct/catalogId']} change={(headerProduct) => change({ ...fill, headerProduct })} />
        </Fieldset>
      )}
      {template.parameters.map((name) => (
        <TextInput
          key={name} label={t('fill.variable', { name })} dir="auto" value={fill.parameters?.[name] ?? ''} error={faults[`/parameters/${name}`]}
          onChange={(e) => change({ ...fill, parameters: { ...fill.parameters, [name]: e.currentTarget.value } })}
        />
      ))}
      {slots.offer && (
        <TextInput
          type="datetime-local" label={t('fill.offerEnds')} error={faults['/offerExpiresAt']}
          onChange={(e) => change({ ...fill, offerExpiresAt: e.currentTarget.value ? new Date(e.currentTarget.value).toISOString() : undefined })}
        />
      )}
      <ButtonFields buttons={slots.buttons} values={fill.buttonParameters} change={(buttonParameters) => change({ ...fill, buttonParameters })} />
      {slots.products.map((slot) => (
        <ProductButton key={slot.index} slot={slot} values={fill.buttonParameters} error={faults['/buttonParameters']} change={(buttonParameters) => change({ ...fill, buttonParameters })} />
      ))}
      {slots.cards.map((card, i) => (
        <CardFields key={i} number={i + 1} slots={card} card={fill.cards?.[i] ?? {}}
          change={(one) => change({ ...fill, cards: slots.cards.map((_, j) => (i === j ? one : (fill.cards?.[j] ?? {}))) })} />
      ))}
    </Stack>
  );
}

function ButtonFields({ buttons, values, change }: { buttons: Slots['buttons']; values: Fill['buttonParameters']; change: (values: Fill['buttonParameters']) => void }) {
  const { t } = useTranslation('broadcasts');
  return buttons.map(({ index, kind, text, url }) => (
    <TextInput
      key={index} label={t(`fill.${kind}`, { text })} description={url && <bdi>{url}</bdi>} value={values?.find((b) => b.index === index)?.[kind] ?? ''}
      onChange={(e) => change(withButton(values, index, kind, e.currentTarget.value))}
    />
  ));
}

type Card = NonNullable<Fill['cards']>[number];

function CardFields({ number, slots, card, change }: { number: number; slots: Slots['cards'][number]; card: Card; change: (card: Card) => void }) {
  const { t } = useTranslation('broadcasts');
  return (
    <Fieldset legend={t('fill.card', { number })}>
      <Stack gap="xs">
        {slots.media && <Upload kind={slots.media} label={t(`fill.${slots.media}`)} done={(mediaId) => change({ ...card, headerMedia: { mediaId } })} />}
        {slots.product && <ProductFields product={card.headerProduct} change={(headerProduct) => change({ ...card, headerProduct })} />}
        {slots.variables.map((name) => (
          <TextInput key={name} label={t('fill.variable', { name })} dir="auto" value={card.parameters?.[name] ?? ''}
            onChange={(e) => change({ ...card, parameters: { ...card.parameters, [name]: e.currentTarget.value } })} />
        ))}
        <ButtonFields buttons={slots.buttons} values={card.buttonParameters} change={(buttonParameters) => change({ ...card, buttonParameters })} />
      </Stack>
    </Fieldset>
  );
}

function Upload({ kind, label, error, done }: { kind: keyof typeof accepted; label: string; error?: string; done: (mediaId: string) => void }) {
  const { t } = useTranslation('broadcasts');
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    try {
      done((await api.media.upload(file)).id);
    } catch (failure) {
      tellError(failure);
    }
    setBusy(false);
  };
  return <FileInput label={label} placeholder={t('fill.choose')} accept={accepted[kind]} leftSection={<IconPaperclip size={16} />} disabled={busy} error={error} onChange={(f) => void upload(f)} />;
}
