import { Alert, Button, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { Phone } from '../../components/phone';
import { api } from '../../lib/api';
import { Fields } from './fields';
import { trim } from './fill';
import type { Draft } from './wizard';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  templates: Template[];
  faults: Record<string, string>;
  next: () => void;
}

/** The first step: which template, and what fills it, beside the picture of it. */
export function MessageStep({ draft, change, templates, faults, next }: Props) {
  const { t } = useTranslation('broadcasts');
  const { template, fill } = draft;
  return (
    <form className="bc-two" onSubmit={(e) => { e.preventDefault(); next(); }}>
      <div>
        <Stack gap="sm">
          <TextInput label={t('name')} description={t('nameHint')} dir="auto" required maxLength={100} value={draft.name} error={faults['/name']} onChange={(e) => change({ name: e.currentTarget.value })} autoFocus />
          <Select
            label={t('template')} description={t('templateHint')} placeholder={t('templateChoose')} searchable required error={faults['/templateName']}
            value={template?.id ?? null} nothingFoundMessage={t('templateNone')}
            data={templates.map((one) => ({ value: one.id, label: `${one.name} · ${one.language} · ${t(`category.${one.category}`)}` }))}
            onChange={(id) => change({ template: templates.find((one) => one.id === id), fill: {} })}
          />
          {template && <Fields template={template} fill={fill} faults={faults} change={(f) => change({ fill: f })} />}
          {template?.category === 'MARKETING' && <Alert color="blue">{t('marketingHint')}</Alert>}
        </Stack>
        <div className="bc-foot">
          <Button type="submit" disabled={!draft.name.trim() || !template}>{t('next')}</Button>
        </div>
      </div>
      <aside className="bc-sticky"><Preview template={template} fill={fill} /></aside>
    </form>
  );
}

/** The message as a phone shows it, drawn anew a moment after each key. */
export function Preview({ template, fill }: { template?: Template; fill: Draft['fill'] }) {
  const { t } = useTranslation('broadcasts');
  const [wanted] = useDebouncedValue(JSON.stringify(trim(fill)), 250);
  const preview = useQuery({
    queryKey: ['template-preview', template?.id, wanted],
    queryFn: ({ signal }) => api.templates.preview(template!.id, JSON.parse(wanted) as Draft['fill'], { signal }),
    enabled: Boolean(template),
    placeholderData: keepPreviousData,
  });
  return <Phone picture={preview.data?.picture} text={preview.data?.body} label={t('preview')} fresh={!preview.isFetching} />;
}
