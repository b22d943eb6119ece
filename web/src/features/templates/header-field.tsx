import { FileInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import type { FieldsProps } from './editor';
import { parametersIn, type HeaderFormat } from './form';

const formats: readonly HeaderFormat[] = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION', 'PRODUCT'];
const accepted: Partial<Record<HeaderFormat, string>> = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', GIF: 'video/mp4', DOCUMENT: 'application/pdf' };

/** What stands above the text: nothing, a line, or a file of which the reviewers see a sample. */
export function HeaderField({ form, change, fault }: FieldsProps) {
  const { t } = useTranslation('templates');
  const { header } = form;
  const put = (part: Partial<typeof header>) => change({ header: { ...header, ...part } });
  const choices = header.format && !formats.includes(header.format) ? [...formats, header.format] : formats;
  const upload = useMutation({
    mutationFn: async (file: File) => (await api.media.upload(file)).id,
    onSuccess: (mediaId) => put({ mediaId, example: undefined }),
  });
  const hasSample = Boolean(header.mediaId || header.example?.header_handle?.[0]);
  const types = header.format && accepted[header.format];
  return (
    <Card title={t('header.title')}>
      <Stack gap="sm">
        <Select aria-label={t('header.title')} id={header.format === 'TEXT' || types ? undefined : 'field-header'} allowDeselect={false} value={header.format || 'NONE'} error={types || header.format === 'TEXT' ? undefined : fault('header')}
          data={['NONE', ...choices].map((value) => ({ value, label: t(`header.${value}`) }))}
          onChange={(v) => put({ format: v === 'NONE' ? '' : (v as HeaderFormat), mediaId: '', example: undefined })} />
        {header.format === 'TEXT' && (
          <TextInput id="field-header" label={t('header.text')} description={t('header.textHint')} dir="auto" maxLength={60} value={header.text} error={fault('header')} onChange={(e) => put({ text: e.currentTarget.value })} />
        )}
        {header.format === 'TEXT' && parametersIn(header.text).length > 0 && (
          <TextInput label={t('header.sample', { name: parametersIn(header.text)[0] })} dir="auto" required value={form.headerSample} onChange={(e) => change({ headerSample: e.currentTarget.value })} />
        )}
        {types && (
          <FileInput id="field-header" label={t('header.file')} description={t('header.fileHint')} placeholder={t(hasSample ? 'header.another' : 'header.choose')} accept={types} leftSection={<IconPaperclip size={16} />}
            disabled={upload.isPending} error={upload.error ? explain(upload.error) : fault('header')} onChange={(file) => file && upload.mutate(file)} />
        )}
        {types && <Text size="xs" className="quiet" role="status">{upload.isPending ? t('header.uploading') : hasSample && t('header.there')}</Text>}
      </Stack>
    </Card>
  );
}
