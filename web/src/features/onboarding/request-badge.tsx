import { Group, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { useNumbers } from './data';

const fields = ['/phoneNumberId', '/website', '/country', '/language', '/parentBusiness', '/note', '/links'];

/** Asks the provider for the badge. */
export function RequestBadge({ website: known = '', close, done }: { website?: string; close: () => void; done: () => void }) {
  const { t, i18n } = useTranslation('onboarding');
  const numbers = useNumbers().data ?? [];
  const [phone, setPhone] = useState<string | null>(null);
  const [country, setCountry] = useState('');
  const [language, setLanguage] = useState(i18n.language);
  const [website, setWebsite] = useState(known);
  const [parent, setParent] = useState('');
  const [note, setNote] = useState('');
  const [links, setLinks] = useState<string[]>([]);
  const ask = useMutation({
    mutationFn: () => withRecentSignIn(() => api.onboarding.requestBadge({
      country: country.toUpperCase(), language, phoneNumberId: phone ?? undefined, website: website || undefined, parentBusiness: parent || undefined, note: note || undefined, links: links.length > 0 ? links : undefined,
    })),
    onSuccess: () => {
      done();
      close();
    },
  });
  const fault = (pointer: string) => faultOf(ask.error, pointer);
  return (
    <FormDialog title={t('badge.request')} label={t('badge.send')} close={close} pending={ask.isPending} save={() => ask.mutate()} error={isAtFields(ask.error, fields) ? undefined : ask.error}>
      {numbers.length > 1 && <Select label={t('badge.number')} clearable placeholder={t('badge.default')} data={numbers.map((n) => ({ value: n.id, label: n.number }))} value={phone} onChange={setPhone} error={fault('/phoneNumberId')} />}
      <Group align="start" grow>
        <TextInput label={t('badge.country')} placeholder="US" dir="ltr" required maxLength={2} value={country} error={fault('/country')} onChange={(e) => setCountry(e.currentTarget.value)} data-autofocus />
        <TextInput label={t('badge.language')} placeholder="en" dir="ltr" required maxLength={10} value={language} error={fault('/language')} onChange={(e) => setLanguage(e.currentTarget.value)} />
      </Group>
      <TextInput label={t('website.url')} type="url" dir="ltr" value={website} error={fault('/website')} onChange={(e) => setWebsite(e.currentTarget.value)} />
      <TextInput label={t('badge.parent')} dir="auto" value={parent} error={fault('/parentBusiness')} onChange={(e) => setParent(e.currentTarget.value)} />
      <TagsInput label={t('badge.links')} description={t('badge.linksHint')} maxTags={5} acceptValueOnBlur value={links} onChange={setLinks} error={fault('/links')} />
      <Textarea label={t('note')} dir="auto" autosize minRows={2} maxLength={1000} value={note} error={fault('/note')} onChange={(e) => setNote(e.currentTarget.value)} />
    </FormDialog>
  );
}
