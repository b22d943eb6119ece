import { FileInput, Select, Text, Textarea } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmOnboardingItemRequest, OnboardingItem } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { useItemAct } from './data';

const documents = ['tax_registration_certificate', 'certificate_of_incorporation', 'small_enterprise_registration'] as const;

/** Notes that somebody made sure of an item, and by what. */
export function Confirm({ item, close }: { item: OnboardingItem; close: () => void }) {
  const { t } = useTranslation('onboarding');
  const [note, setNote] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<ConfirmOnboardingItemRequest['documentType']>();
  const save = useItemAct(async () => {
    const mediaId = file ? (await api.media.upload(file)).id : undefined;
    return api.onboarding.confirm(item.id, { note: note.trim() || undefined, mediaId, documentType: kind });
  }, close);
  return (
    <FormDialog title={t('confirm.title', { item: t(`item.${item.id}`) })} label={t('confirm.button')} close={close} pending={save.isPending} save={() => save.mutate(undefined)}
      error={isAtFields(save.error, ['/note', '/mediaId', '/documentType']) ? undefined : save.error}>
      <Text size="sm" className="quiet">{t('confirm.hint')}</Text>
      {item.id === 'document_uploaded' && (
        <Select label={t('document.type')} required value={kind ?? null} data={documents.map((value) => ({ value, label: t(`document.${value}`) }))} error={faultOf(save.error, '/documentType')}
          onChange={(v) => setKind(documents.find((d) => d === v))} />
      )}
      <Textarea label={t('note')} description={t('confirm.noteHint')} autosize minRows={3} maxLength={2000} dir="auto" required={!file} value={note} error={faultOf(save.error, '/note')} onChange={(e) => setNote(e.currentTarget.value)} data-autofocus />
      <FileInput label={t('confirm.file')} placeholder={t('confirm.choose')} clearable leftSection={<IconPaperclip size={16} />} value={file} onChange={setFile} error={faultOf(save.error, '/mediaId')} />
    </FormDialog>
  );
}

/** Takes a confirmation back, or says that the service is wrong. */
export function Reject({ item, close }: { item: OnboardingItem; close: () => void }) {
  const { t } = useTranslation('onboarding');
  const [reason, setReason] = useState('');
  const save = useItemAct(() => api.onboarding.reject(item.id, { reason }), close);
  return (
    <FormDialog title={t('reject.title', { item: t(`item.${item.id}`) })} label={t('reject.button')} close={close} pending={save.isPending} save={() => save.mutate(undefined)}
      error={isAtFields(save.error, ['/reason']) ? undefined : save.error}>
      <Textarea label={t('reject.reason')} autosize minRows={3} maxLength={2000} dir="auto" required value={reason} error={faultOf(save.error, '/reason')} onChange={(e) => setReason(e.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}
