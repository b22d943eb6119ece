import { Alert, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GalleryTemplateTexts, Template } from '@service/sdk';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { faultsOf } from '../../lib/faults';
import { usePlace } from '../../lib/place';
import { ButtonsField } from './buttons-field';
import { useTemplate } from './data';
import { Fields, Words } from './fields';
import { Findings } from './findings';
import { componentsOf, emptyForm, fieldOf, formatOf, formOf, type Form } from './form';
import { HeaderField } from './header-field';
import { Leave } from './leave';
import { DraftPreview } from './preview';

/** Writes a template: one that there is, one of the gallery, or an empty one. */
export function Editor({ id = '', from = '', language }: { id?: string; from?: string; language?: string }) {
  const { i18n } = useTranslation('templates');
  const template = useTemplate(id);
  const gallery = useQuery({ queryKey: ['template-gallery', from], enabled: from !== '', queryFn: () => api.templates.galleryTemplate(from), staleTime: Infinity });
  const error = template.error ?? gallery.error;
  if (error) return <Trouble error={error} />;
  if ((id && !template.data) || (from && !gallery.data)) return <Loading />;
  const start = template.data ? formOf(template.data) : gallery.data ? fromGallery(gallery.data, language) : emptyForm(i18n.language === 'pt' ? 'pt_BR' : i18n.language);
  return <EditorForm template={template.data} start={start} />;
}

function fromGallery(found: GalleryTemplateTexts, language = 'en'): Form {
  const text = found.texts.find((x) => x.language === language) ?? found.texts[0]!;
  return formOf({ ...found, ...text, name: found.id });
}

export interface FieldsProps {
  form: Form;
  change: (part: Partial<Form>) => void;
  /** What is wrong with a field, by its name. */
  fault: (field: string) => string | undefined;
}

function EditorForm({ template, start }: { template?: Template; start: Form }) {
  const { t } = useTranslation('templates');
  const queries = useQueryClient();
  const { go } = usePlace();
  const [form, setForm] = useState(start);
  const parts = useMemo(() => componentsOf(form), [form]);
  const kept = useRef(JSON.stringify(start));
  const draft = !template || template.status === 'draft';
  const save = useMutation({
    mutationFn: (submit: boolean) => {
      const { name, language, category, accountId } = form;
      const content = { parameterFormat: formatOf(form), components: parts };
      if (!template) return api.templates.create({ name, language, category, ...content, messagingAccountId: accountId || undefined, submit });
      if (draft) return api.templates.update(template.id, { name, language, category, ...content, submit });
      return api.templates.update(template.id, { ...content, ...(template.status !== 'approved' && { category }) });
    },
    onSuccess: (saved, submit) => {
      kept.current = JSON.stringify(form);
      queries.setQueryData(['templates', 'one', saved.id], saved);
      void queries.invalidateQueries({ queryKey: ['templates'] });
      const sent = submit || !draft;
      notifications.show({ color: 'brand', message: t(sent ? 'asked.submit' : 'saved') });
      if (sent) go({ part: 'templates', parts: [saved.id] });
      else if (!template) go({ part: 'templates', parts: [saved.id, 'edit'], replace: true });
    },
  });
  const faults = Object.entries(faultsOf(save.error)).map(([pointer, detail]) => ({ field: fieldOf(pointer, parts), detail }));
  const fault = (field: string) => faults.filter((f) => f.field === field).map((f) => f.detail).join(' ') || undefined;
  const props: FieldsProps = { form, change: (part) => setForm((before) => ({ ...before, ...part })), fault };
  const code = form.category === 'AUTHENTICATION';
  const marks = (field: string) => document.getElementById(`field-${field}`) !== null;
  return (
    <Page title={template ? t('editing', { name: template.name }) : t('new')} actions={(
      <>
        <Button variant="default" onClick={() => go({ part: 'templates', parts: template ? [template.id] : [] })}>{t('app:action.cancel')}</Button>
        {draft && <Button variant="default" loading={save.isPending && !save.variables} disabled={save.isPending} onClick={() => save.mutate(false)}>{t('saveDraft')}</Button>}
        <Button leftSection={<IconSend size={16} />} loading={save.isPending && save.variables} disabled={save.isPending} onClick={() => save.mutate(true)}>{t(draft ? 'submit' : 'submitVersion')}</Button>
      </>
    )}>
      {save.error && <Alert color="red" mb="md" role="alert" title={t('app:error.title')}>{faults.length > 0 && faults.every((f) => marks(f.field)) ? t('marked') : explain(save.error)}</Alert>}
      {template?.status === 'approved' && <Alert color="blue" mb="md">{t('editApproved')}</Alert>}
      <div className="tp-two">
        <div className="tp-fields">
          <Fields {...props} draft={draft} approved={template?.status === 'approved'} />
          {!code && <HeaderField {...props} />}
          <Words {...props} />
          {!code && <ButtonsField {...props} />}
          {form.kept.length > 0 && !code && <Alert color="gray">{t('keptParts', { parts: form.kept.map((p) => t(`part.${p.type}`)).join(', ') })}</Alert>}
        </div>
        <aside className="tp-side">
          <DraftPreview form={form} parts={parts} />
          <Findings form={form} parts={parts} templateId={template?.id} />
        </aside>
      </div>
      <Leave isDirty={() => JSON.stringify(form) !== kept.current} />
    </Page>
  );
}
