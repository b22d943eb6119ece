import { ActionIcon, Button as PushButton, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type App, type Button, type DeepLink, flowKeys, flowKeyOf, fixedLabels, isLabelled, otpTypes, parametersIn, sampleOf } from './form';

interface Props {
  value: Button;
  index: number;
  /** Whether the template is of marketing: its links may open an app. */
  marketing?: boolean;
  set: (b: Button) => void;
  /** What is wrong with the button, or with a part of it that has an input of its own. */
  faultOf: (part?: string) => string | undefined;
}

/** What there is to fill in of a button below the text. */
export function ButtonInputs(props: Props) {
  const { value: b, index, marketing, set, faultOf } = props;
  const fault = faultOf();
  const of = (part: string) => ({ id: `field-button-${index}-${part}`, error: faultOf(part) });
  const { t } = useTranslation('templates');
  const labelled = isLabelled(b.type);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" className="tp-inputs">
      {labelled && <TextInput id={`field-button-${index}`} label={t('button.label')} dir="auto" required maxLength={25} value={b.text ?? ''} error={fault} onChange={(e) => set({ ...b, text: e.currentTarget.value })} />}
      {b.type === 'URL' && <TextInput {...of('url')} label={t('button.url')} description={t('button.urlHint', { example: '{{1}}' })} dir="ltr" type="url" required value={b.url ?? ''} onChange={(e) => set({ ...b, url: e.currentTarget.value })} />}
      {b.type === 'URL' && parametersIn(b.url).length > 0 && (
        <TextInput {...of('example')} label={t('button.urlSample')} dir="ltr" type="url" required value={sampleOf(b)} onChange={(e) => set({ ...b, example: e.currentTarget.value ? [e.currentTarget.value] : undefined })} />
      )}
      {b.type === 'URL' && (marketing || b.app_deep_link) && <DeepLinkInputs {...props} />}
      {b.type === 'PHONE_NUMBER' && <TextInput {...of('phone_number')} label={t('button.phone')} dir="ltr" type="tel" placeholder="+14155550123" required value={b.phone_number ?? ''} onChange={(e) => set({ ...b, phone_number: e.currentTarget.value })} />}
      {b.type === 'COPY_CODE' && (
        <TextInput id={`field-button-${index}`} label={t('button.code')} dir="ltr" required maxLength={15} value={sampleOf(b)} error={fault} onChange={(e) => set({ ...b, example: e.currentTarget.value || undefined })} />
      )}
      {b.type === 'VOICE_CALL' && (
        <NumberInput {...of('ttl_minutes')} label={t('button.callMinutes')} description={t('button.callMinutesHint')} min={1} allowDecimal={false} value={b.ttl_minutes ?? ''} onChange={(v) => set({ ...b, ttl_minutes: v === '' ? undefined : Number(v) })} />
      )}
      {b.type === 'FLOW' && <FlowInputs {...props} />}
      {b.type in fixedLabels && (
        <div id={`field-button-${index}`} tabIndex={-1}>
          <Text size="sm">{t('button.fixed')} <bdi>“{b.text || fixedLabels[b.type]}”</bdi></Text>
          <Text size="xs" className="quiet">{t(b.type === 'SPM' ? 'button.productHint' : 'button.catalogHint')}</Text>
          {fault && <Text size="xs" c="var(--mantine-color-error)" role="alert">{fault}</Text>}
        </div>
      )}
    </SimpleGrid>
  );
}

/** The place in the business's app that a link opens on Android. */
function DeepLinkInputs({ value: b, set }: Props) {
  const { t } = useTranslation('templates');
  const link = b.app_deep_link;
  const put = (change: Partial<DeepLink>) => set({ ...b, app_deep_link: { ...link!, ...change } });
  return (
    <>
      <Checkbox className="tp-whole" label={t('button.deepLink')} checked={Boolean(link)} onChange={(e) => set({ ...b, app_deep_link: e.currentTarget.checked ? { meta_app_id: 0, android_deep_link: '', android_fallback_playstore_url: b.url ?? '' } : undefined })} />
      {link && (
        <>
          <NumberInput label={t('button.appId')} dir="ltr" required hideControls allowDecimal={false} allowNegative={false} value={link.meta_app_id || ''} onChange={(v) => put({ meta_app_id: Number(v) })} />
          <TextInput label={t('button.androidLink')} dir="ltr" required placeholder="luckyshop://deals" value={link.android_deep_link} onChange={(e) => put({ android_deep_link: e.currentTarget.value })} />
          <TextInput label={t('button.fallback')} dir="ltr" type="url" required value={link.android_fallback_playstore_url} onChange={(e) => put({ android_fallback_playstore_url: e.currentTarget.value })} />
        </>
      )}
    </>
  );
}

/** A flow is named in one of three ways, and opens its first screen or asks a server. */
function FlowInputs({ value: b, set }: Props) {
  const { t } = useTranslation('templates');
  const [key, setKey] = useState(flowKeyOf(b));
  const given = { label: t(`button.${key}`), dir: 'ltr', required: true, value: b[key] ?? '' } as const;
  return (
    <>
      <Select label={t('button.flowBy')} allowDeselect={false} value={key} data={flowKeys.map((k) => ({ value: k, label: t(`button.${k}`) }))}
        onChange={(k) => {
          setKey(k as typeof key);
          set({ ...b, flow_id: undefined, flow_name: undefined, flow_json: undefined });
        }} />
      {key === 'flow_json' ? <Textarea {...given} autosize minRows={3} maxRows={10} onChange={(e) => set({ ...b, flow_json: e.currentTarget.value })} />
        : <TextInput {...given} onChange={(e) => set({ ...b, [key]: e.currentTarget.value })} />}
      <Select label={t('button.flowAction')} allowDeselect={false} value={b.flow_action ?? 'navigate'} data={(['navigate', 'data_exchange'] as const).map((a) => ({ value: a, label: t(`button.action_${a}`) }))}
        onChange={(a) => set({ ...b, flow_action: a ?? undefined, ...(a !== 'navigate' && { navigate_screen: undefined }) })} />
      {(b.flow_action ?? 'navigate') === 'navigate' && <TextInput label={t('button.screen')} dir="ltr" placeholder="WELCOME" value={b.navigate_screen ?? ''} onChange={(e) => set({ ...b, navigate_screen: e.currentTarget.value || undefined })} />}
      <Select label={t('button.icon')} clearable placeholder={t('button.icon_none')} value={b.icon ?? null} data={(['DOCUMENT', 'PROMOTION', 'REVIEW'] as const).map((i) => ({ value: i, label: t(`button.icon_${i}`) }))}
        onChange={(i) => set({ ...b, icon: (i ?? undefined) as Button['icon'] })} />
    </>
  );
}

const mostApps = 5;

/** How the code of a template comes into the app: it is copied, filled in with a tap, or without one. */
export function CodeButton({ value: b, set, fault }: Pick<Props, 'value' | 'set'> & { fault?: string }) {
  const { t } = useTranslation('templates');
  const type = b.otp_type ?? 'COPY_CODE';
  const apps: App[] = b.supported_apps ?? [];
  const put = (supported_apps: App[]) => set({ ...b, supported_apps });
  const choose = (otp_type: Button['otp_type']) => set({
    ...b, otp_type, zero_tap_terms_accepted: undefined,
    ...(otp_type === 'COPY_CODE' ? { supported_apps: undefined, autofill_text: undefined } : { supported_apps: apps.length > 0 ? apps : [{ package_name: '', signature_hash: '' }] }),
  });
  return (
    <Stack gap="sm">
      <Select label={t('code.how')} allowDeselect={false} value={type} onChange={(v) => choose(v as Button['otp_type'])} data={otpTypes.map((o) => ({ value: o, label: t(`code.${o}`) }))} />
      <Group align="start" grow>
        <TextInput id="field-button-0" label={t('code.label')} maxLength={25} dir="auto" value={b.text ?? ''} error={fault} onChange={(e) => set({ ...b, text: e.currentTarget.value })} />
        {type !== 'COPY_CODE' && <TextInput label={t('code.autofill')} maxLength={25} dir="auto" value={b.autofill_text ?? ''} onChange={(e) => set({ ...b, autofill_text: e.currentTarget.value || undefined })} />}
      </Group>
      {type !== 'COPY_CODE' && (
        <fieldset className="tp-button">
          <legend>{t('code.apps')}</legend>
          <Stack gap="xs">
            {apps.map((app, i) => (
              <Group key={i} align="end" gap="xs" wrap="nowrap">
                <TextInput style={{ flex: 2 }} label={t('code.package')} dir="ltr" required placeholder="com.example.shop" maxLength={224} value={app.package_name} onChange={(e) => put(apps.map((a, k) => (k === i ? { ...a, package_name: e.currentTarget.value } : a)))} />
                <TextInput style={{ flex: 1 }} label={t('code.hash')} dir="ltr" required placeholder="K8a/AINcGX7" maxLength={11} value={app.signature_hash} onChange={(e) => put(apps.map((a, k) => (k === i ? { ...a, signature_hash: e.currentTarget.value } : a)))} />
                <ActionIcon mb={6} variant="subtle" color="red" aria-label={t('code.removeApp', { number: i + 1 })} disabled={apps.length === 1} onClick={() => put(apps.filter((_, k) => k !== i))}><IconTrash size={16} /></ActionIcon>
              </Group>
            ))}
            <Group><PushButton size="xs" variant="default" leftSection={<IconPlus size={14} />} disabled={apps.length >= mostApps} onClick={() => put([...apps, { package_name: '', signature_hash: '' }])}>{t('code.addApp')}</PushButton></Group>
          </Stack>
        </fieldset>
      )}
      {type === 'ZERO_TAP' && <Checkbox label={t('code.terms')} checked={b.zero_tap_terms_accepted ?? false} onChange={(e) => set({ ...b, zero_tap_terms_accepted: e.currentTarget.checked || undefined })} />}
    </Stack>
  );
}
