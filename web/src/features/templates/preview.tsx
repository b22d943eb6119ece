import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Phone } from '../../components/phone';
import { api } from '../../lib/api';
import { formatOf, type Component, type Form } from './form';

/** What is being written as a phone shows it, drawn anew a moment after each key. */
export function DraftPreview({ form, parts }: { form: Form; parts: Component[] }) {
  const { t } = useTranslation('templates');
  const [wanted] = useDebouncedValue(JSON.stringify({ category: form.category, parameterFormat: formatOf(form), components: parts }), 250);
  const preview = useQuery({
    queryKey: ['template-preview', wanted], placeholderData: keepPreviousData, retry: false,
    queryFn: ({ signal }) => api.templates.previewDraft(JSON.parse(wanted) as Parameters<typeof api.templates.previewDraft>[0], { signal }),
  });
  return <Phone picture={preview.data?.picture} text={preview.data?.body} label={t('preview')} fresh={!preview.isFetching} />;
}
