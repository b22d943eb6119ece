import { Anchor, Button, Group, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconPencil, IconPlus, IconQrcode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QRCode } from '@service/sdk';
import { Copy } from '../../components/copy';
import { FormDialog, Sure } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { faultOf, isAtFields } from '../../lib/faults';
import { Barcode, qrFile } from './barcode';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; code: QRCode };

/** Codes that open a chat with the number, with a message written already. */
export function QRCodes({ id, writes }: { id: string; writes: boolean }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const [act, setAct] = useState<Act>();
  const codes = useQuery({ queryKey: ['phone-numbers', id, 'qr-codes'], queryFn: async () => (await api.phoneNumbers.qrCodes(id)).data });
  const again = () => void queries.invalidateQueries({ queryKey: ['phone-numbers', id, 'qr-codes'] });
  const close = () => setAct(undefined);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={560}>{t('qr.hint')}</Text>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('qr.create')}</Button>}
      </Group>
      {codes.error ? <Trouble error={codes.error} retry={again} /> : !codes.data ? <Loading /> : codes.data.length === 0 ? <Empty icon={IconQrcode} title={t('qr.none')}>{t('qr.noneHint')}</Empty> : (
        codes.data.map((code) => <Code key={code.code} value={code} act={writes ? setAct : undefined} />)
      )}
      {act && act.what !== 'delete' && <CodeForm id={id} value={act.what === 'edit' ? act.code : undefined} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'delete' && <Sure title={t('qr.deleteTitle')} label={t('delete')} close={close} done={again} run={() => api.phoneNumbers.deleteQrCode(id, act.code.code)}>{t('qr.deleteHint')}</Sure>}
    </>
  );
}

function Code({ value: code, act }: { value: QRCode; act?: (act: Act) => void }) {
  const { t } = useTranslation('settings');
  const save = () => void download(Promise.resolve(new Response(qrFile(code.link), { headers: { 'content-type': 'image/svg+xml' } })), `qr-${code.code}.svg`).catch(tellError);
  return (
    <Card title={code.prefilledMessage} actions={act && (
      <Group gap={4}>
        <Button size="xs" variant="subtle" leftSection={<IconPencil size={14} />} aria-label={t('editOf', { name: code.prefilledMessage })} onClick={() => act({ what: 'edit', code })}>{t('edit')}</Button>
        <Button size="xs" variant="subtle" color="red" leftSection={<IconTrash size={14} />} aria-label={t('deleteOf', { name: code.prefilledMessage })} onClick={() => act({ what: 'delete', code })}>{t('delete')}</Button>
      </Group>
    )}>
      <Group gap="lg" align="center">
        <Barcode text={code.link} label={t('qr.picture', { name: code.prefilledMessage })} />
        <div>
          <Group gap={4}><Anchor href={code.link} target="_blank" rel="noreferrer" size="sm"><bdi className="mono">{code.link}</bdi></Anchor><Copy value={code.link} label={t('qr.copy')} /></Group>
          <Button mt="xs" size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>{t('qr.save')}</Button>
        </div>
      </Group>
    </Card>
  );
}

function CodeForm({ id, value, close, done }: { id: string; value?: QRCode; close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(value?.prefilledMessage ?? '');
  const save = useMutation({ mutationFn: () => (value ? api.phoneNumbers.updateQrCode(id, value.code, { prefilledMessage: text }) : api.phoneNumbers.createQrCode(id, { prefilledMessage: text })), onSuccess: done });
  return (
    <FormDialog title={t(value ? 'qr.edit' : 'qr.create')} label={value ? undefined : t('qr.create')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/prefilledMessage']) ? undefined : save.error}>
      <Textarea label={t('qr.message')} description={t('qr.messageHint')} dir="auto" autosize minRows={2} maxLength={140} required data-autofocus value={text} onChange={(e) => setText(e.currentTarget.value)} error={faultOf(save.error, '/prefilledMessage')} />
    </FormDialog>
  );
}
