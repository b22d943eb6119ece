import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconWorldSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Onboarding } from '@service/sdk';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, useMe } from '../../lib/session';
import { useItemAct } from './data';

/** Names the website, and has it looked at. */
export function WebsiteTool({ list: { website } }: { list: Onboarding }) {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const [url, setUrl] = useState(website?.url ?? '');
  const [legalName, setLegalName] = useState(website?.legalName ?? '');
  const [address, setAddress] = useState(website?.address ?? '');
  const save = useItemAct(() => api.onboarding.setWebsite({ url: url.trim(), legalName: legalName.trim(), address: address.trim() }));
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate(undefined);
  };
  return (
    <form onSubmit={submit} className="ob-tool">
      <fieldset disabled={!writes} className="ob-fields">
        <Stack gap="sm">
          {save.error && !isAtFields(save.error, ['/url', '/legalName', '/address']) && <Alert color="red" role="alert">{explain(save.error)}</Alert>}
          <TextInput label={t('website.url')} type="url" dir="ltr" placeholder="https://www.luckyshop.example/" required value={url} error={fault('/url')} onChange={(e) => setUrl(e.currentTarget.value)} />
          <TextInput label={t('website.legalName')} description={t('website.legalNameHint')} dir="auto" required maxLength={200} value={legalName} error={fault('/legalName')} onChange={(e) => setLegalName(e.currentTarget.value)} />
          <Textarea label={t('website.address')} description={t('website.addressHint')} dir="auto" autosize minRows={2} required maxLength={500} value={address} error={fault('/address')} onChange={(e) => setAddress(e.currentTarget.value)} />
          {writes && <Group><Button type="submit" leftSection={<IconWorldSearch size={16} />} loading={save.isPending}>{t('website.look')}</Button></Group>}
        </Stack>
      </fieldset>
    </form>
  );
}
