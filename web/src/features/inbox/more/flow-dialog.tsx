import { Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/dialogs';
import { currentWorkspace } from '../../../lib/api';
import type { DialogProps } from './content';

/** Sends a form of the provider's (a flow) to fill in. */
export default function FlowDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const key = `flow ${currentWorkspace()}`; // most have one that they send again and again
  const [f, setF] = useState(() => ({ flowId: localStorage.getItem(key) ?? '', cta: '', screen: '', body: '', header: '', footer: '' }));
  const put = (change: Partial<typeof f>) => setF({ ...f, ...change });
  const save = () => {
    const of = Object.fromEntries(Object.entries(f).map(([k, v]) => [k, v.trim()])) as typeof f;
    localStorage.setItem(key, of.flowId);
    send({
      type: 'interactive',
      interactive: {
        type: 'flow', body: of.body, flow: { flowId: of.flowId, cta: of.cta, ...(of.screen && { screen: of.screen }) },
        ...(of.header && { header: { type: 'text', text: of.header } }), ...(of.footer && { footer: of.footer }),
      },
    }, `${of.body}\n• ${of.cta}`);
    close();
  };
  return (
    <FormDialog title={t('flow.open')} label={t('inbox:send')} close={close} save={save} pending={false}>
      <TextInput label={t('flow.id')} description={t('flow.idHint')} value={f.flowId} onChange={(e) => put({ flowId: e.currentTarget.value })} required dir="ltr" data-autofocus={!f.flowId || undefined} />
      <Textarea label={t('choices.body')} value={f.body} onChange={(e) => put({ body: e.currentTarget.value })} required autosize minRows={2} maxRows={6} maxLength={1024} dir="auto" data-autofocus={Boolean(f.flowId) || undefined} />
      <TextInput label={t('flow.cta')} description={t('choices.most', { n: 30 })} value={f.cta} onChange={(e) => put({ cta: e.currentTarget.value })} required maxLength={30} dir="auto" />
      <TextInput label={t('flow.screen')} description={t('flow.screenHint')} value={f.screen} onChange={(e) => put({ screen: e.currentTarget.value })} dir="ltr" />
      <Group grow align="start">
        <TextInput label={t('choices.header')} value={f.header} onChange={(e) => put({ header: e.currentTarget.value })} maxLength={60} dir="auto" />
        <TextInput label={t('choices.footer')} value={f.footer} onChange={(e) => put({ footer: e.currentTarget.value })} maxLength={60} dir="auto" />
      </Group>
    </FormDialog>
  );
}
