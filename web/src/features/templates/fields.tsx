import { Button, Checkbox, NumberInput, Select, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { number } from '../../lib/format';
import { CodeButton } from './button-inputs';
import { useAccounts } from './data';
import type { FieldsProps } from './editor';
import { formatOf, parametersIn } from './form';
import { languageChoices } from './languages';
import { asName } from './name';

const categories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;
const bodyLimit = 1024;

/** What names a template. Only a draft's name and language can change. */
export function Fields({ form, change, fault, draft, approved }: FieldsProps & { draft: boolean; approved: boolean }) {
  const { t, i18n } = useTranslation('templates');
  const accounts = useAccounts();
  return (
    <Card title={t('about')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput id="field-name" label={t('column.name')} description={t('nameHint')} required disabled={!draft} value={form.name} error={fault('name')} onChange={(e) => change({ name: asName(e.currentTarget.value) })} />
          <Select id="field-language" label={t('column.language')} description={t('languageHint')} searchable required allowDeselect={false} disabled={!draft} data={languageChoices(i18n.language, form.language)}
            value={form.language} error={fault('language')} onChange={(v) => v && change({ language: v })} />
        </SimpleGrid>
        {accounts.length > 1 && draft && (
          <Select id="field-messagingAccountId" label={t('account')} required data={accounts.map((a) => ({ value: a.id, label: a.name }))} value={form.accountId || null} error={fault('messagingAccountId')} onChange={(v) => change({ accountId: v ?? '' })} />
        )}
        <div>
          <Text size="sm" fw={600} mb={4} id="category-label">{t('column.category')}</Text>
          <SegmentedControl fullWidth id="field-category" aria-labelledby="category-label" disabled={approved} value={form.category} data={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
            onChange={(v) => change({ category: v as typeof form.category })} />
          <Text size="xs" className="quiet" mt={4}>{t(`categoryHint.${form.category}`)}</Text>
          {fault('category') && <Text size="xs" c="var(--mantine-color-error)" role="alert">{fault('category')}</Text>}
        </div>
      </Stack>
    </Card>
  );
}

/** The text with its parameters and their samples, and the small text below. */
export function Words({ form, change, fault }: FieldsProps) {
  const { t, i18n } = useTranslation('templates');
  const dir = i18n.dir(form.language.replace('_', '-')); // of the template, whatever the page is in
  const box = useRef<HTMLTextAreaElement>(null);
  if (form.category === 'AUTHENTICATION') return <Code form={form} change={change} fault={fault} />;
  const names = parametersIn(form.body);
  const add = () => {
    const numbers = formatOf(form) === 'POSITIONAL' && names.length > 0;
    const put = `{{${numbers ? names.length + 1 : freshName(names)}}}`;
    const at = box.current?.selectionStart ?? form.body.length;
    change({ body: form.body.slice(0, at) + put + form.body.slice(box.current?.selectionEnd ?? at) });
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(at + 2, at + put.length - 2); // the name, to be typed over
    });
  };
  return (
    <Card title={t('body')} actions={<Button size="xs" variant="default" leftSection={<IconBraces size={14} />} onClick={add}>{t('addParameter')}</Button>}>
      <Stack gap="sm">
        <Textarea id="field-body" ref={box} aria-label={t('body')} description={t('bodyHint', { example: '{{name}}' })} autosize minRows={5} maxRows={16} dir={dir} required value={form.body} error={fault('body')} onChange={(e) => change({ body: e.currentTarget.value })} />
        <Text size="xs" className="quiet amount" ta="end">{number([...form.body].length)} / {number(bodyLimit)}</Text>
        {names.length > 0 && (
          <fieldset className="tp-samples" id="field-samples" tabIndex={-1}>
            <legend>{t('samples')}</legend>
            <Text size="xs" className="quiet" mb={6}>{t('samplesHint')}</Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
              {names.map((name) => (
                <TextInput key={name} label={name} dir="auto" required value={form.samples[name] ?? ''} onChange={(e) => change({ samples: { ...form.samples, [name]: e.currentTarget.value } })} />
              ))}
            </SimpleGrid>
            {fault('samples') && <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>{fault('samples')}</Text>}
          </fieldset>
        )}
        <TextInput id="field-footer" label={t('footer')} description={t('footerHint')} dir={dir} maxLength={60} value={form.footer} error={fault('footer')} onChange={(e) => change({ footer: e.currentTarget.value })} />
      </Stack>
    </Card>
  );
}

/** A name that no parameter has yet. */
function freshName(taken: string[]): string {
  if (!taken.includes('name')) return 'name';
  let n = 2;
  while (taken.includes(`value_${n}`)) n++;
  return `value_${n}`;
}

/** What is to be chosen of a template with a code; the provider words the rest. */
function Code({ form: { code, buttons }, change, fault }: FieldsProps) {
  const { t } = useTranslation('templates');
  const [button = { type: 'OTP' as const, otp_type: 'COPY_CODE' as const }] = buttons.filter((b) => b.type === 'OTP');
  return (
    <Card title={t('code.title')}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">{t('code.hint')}</Text>
        <Checkbox id="field-body" label={t('code.warns')} checked={code.warns} onChange={(e) => change({ code: { ...code, warns: e.currentTarget.checked } })} />
        <NumberInput id="field-footer" label={t('code.minutes')} min={1} max={90} allowDecimal={false} value={code.minutes} error={fault('footer')} onChange={(v) => change({ code: { ...code, minutes: v === '' ? '' : Number(v) } })} />
        <CodeButton value={button} set={(one) => change({ buttons: [one] })} fault={fault('button-0')} />
      </Stack>
    </Card>
  );
}
