import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InteractiveContent } from '@service/sdk';
import { FormDialog } from '../../../components/dialogs';
import { currentWorkspace } from '../../../lib/api';
import type { DialogProps } from './content';

/** Sends products of the catalogue at the provider, by their ids: one by itself, several under a heading. */
export default function ProductsDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const key = `catalog ${currentWorkspace()}`; // most have one catalogue
  const [catalogId, setCatalogId] = useState(() => localStorage.getItem(key) ?? '');
  const [ids, setIds] = useState('');
  const [header, setHeader] = useState('');
  const [body, setBody] = useState('');
  const [tried, setTried] = useState(false);
  const products = [...new Set(ids.split(/[\n,;]/).map((id) => id.trim()).filter(Boolean))];
  const several = products.length > 1;
  const fault = products.length === 0 ? t('products.none') : products.length > 30 ? t('products.tooMany') : undefined;
  const save = () => {
    if (fault) return setTried(true);
    localStorage.setItem(key, catalogId.trim());
    const catalog = { catalogId: catalogId.trim() };
    const interactive: InteractiveContent = several
      ? { type: 'productList', header: { type: 'text', text: header.trim() }, body: body.trim(), productList: { ...catalog, sections: [{ productRetailerIds: products }] } }
      : { type: 'product', ...(body.trim() && { body: body.trim() }), product: { ...catalog, productRetailerId: products[0]! } };
    send({ type: 'interactive', interactive }, [body.trim(), `🛍 ${products.join(', ')}`].filter(Boolean).join('\n'));
    close();
  };
  return (
    <FormDialog title={t('products.open')} label={t('inbox:send')} close={close} save={save} pending={false}>
      <TextInput label={t('products.catalog')} description={t('products.catalogHint')} value={catalogId} onChange={(e) => setCatalogId(e.currentTarget.value)} required dir="ltr" data-autofocus={!catalogId || undefined} />
      <Textarea label={t('products.ids')} description={t('products.idsHint')} value={ids} onChange={(e) => { setIds(e.currentTarget.value); setTried(false); }} required autosize minRows={2} maxRows={8} dir="ltr" error={tried && fault} data-autofocus={Boolean(catalogId) || undefined} />
      {several && <TextInput label={t('products.header')} value={header} onChange={(e) => setHeader(e.currentTarget.value)} required maxLength={60} dir="auto" />}
      <Textarea label={t('products.body')} value={body} onChange={(e) => setBody(e.currentTarget.value)} required={several} autosize minRows={2} maxRows={6} maxLength={1024} dir="auto" />
    </FormDialog>
  );
}
