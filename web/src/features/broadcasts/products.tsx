import { Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fill, sectionsIn, type Slots, withProducts } from './fill';

/** The product of a header, by its catalogue and its id there. */
export function ProductFields({ product, error, change }: { product: Fill['headerProduct']; error?: string; change: (product: NonNullable<Fill['headerProduct']>) => void }) {
  const { t } = useTranslation('broadcasts');
  const now = product ?? { catalogId: '', productRetailerId: '' };
  return (
    <Group grow align="start">
      <TextInput label={t('fill.catalogId')} dir="ltr" value={now.catalogId} error={error} onChange={(e) => change({ ...now, catalogId: e.currentTarget.value })} />
      <TextInput label={t('fill.productId')} dir="ltr" value={now.productRetailerId} onChange={(e) => change({ ...now, productRetailerId: e.currentTarget.value })} />
    </Group>
  );
}

/** What a button of a catalogue shows. */
export function ProductButton({ slot, values, error, change }: { slot: Slots['products'][number]; values: Fill['buttonParameters']; error?: string; change: (values: Fill['buttonParameters']) => void }) {
  const { t } = useTranslation('broadcasts');
  const [text, setText] = useState('');
  const now = values?.find((b) => b.index === slot.index);
  const image = now?.thumbnailProductRetailerId ?? '';
  return (
    <Fieldset legend={t('fill.productsOf', { text: slot.text })}>
      <Stack gap="xs">
        <TextInput
          label={t('fill.thumbnail')} description={slot.selection ? undefined : t('fill.thumbnailHint')} dir="ltr" value={image} error={error}
          onChange={(e) => change(withProducts(values, slot.index, { sections: now?.sections, thumbnailProductRetailerId: e.currentTarget.value || undefined }))}
        />
        {slot.selection && (
          <Textarea
            label={t('fill.products')} description={t('fill.productsHint')} autosize minRows={3} maxRows={10} dir="auto" value={text}
            onChange={(e) => {
              setText(e.currentTarget.value);
              change(withProducts(values, slot.index, { thumbnailProductRetailerId: image || undefined, sections: sectionsIn(e.currentTarget.value) }));
            }}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
