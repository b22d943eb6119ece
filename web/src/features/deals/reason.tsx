import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deal } from '@service/sdk';
import { useReasons } from './data';

export interface WhyClosed {
  lostReasonId?: string | undefined;
  wonReasonId?: string | undefined;
  closeNote?: string | undefined;
}

/** Asks why a deal is lost, before it is. */
export function Reason({ deal, close, lose }: { deal: Deal | undefined; close: () => void; lose: (why: WhyClosed) => void }) {
  const { t } = useTranslation('deals');
  return (
    <Modal opened={Boolean(deal)} onClose={close} title={t('reason.title', { title: deal?.title ?? '' })}>
      <Form close={close} lose={lose} />
    </Modal>
  );
}

function Form({ close, lose }: { close: () => void; lose: (why: WhyClosed) => void }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const reasons = useReasons();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const submit = (e: FormEvent) => {
    e.preventDefault();
    lose({ lostReasonId: reason || undefined, closeNote: note.trim() || undefined });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group label={t('reason.label')} value={reason} onChange={setReason}>
          <Stack gap="xs" mt="xs">
            {reasons.data?.filter((r) => r.kind === 'lost').map((r, i) => <Radio key={r.id} value={r.id} label={<bdi>{r.name}</bdi>} data-autofocus={i === 0 || undefined} />)}
          </Stack>
        </Radio.Group>
        <Textarea label={t('reason.words')} dir="auto" autosize minRows={2} value={note} onChange={(e) => setNote(e.currentTarget.value)} />
        <Group justify="end">
          <Button variant="default" onClick={close}>{shared('action.cancel')}</Button>
          <Button type="submit" color="red" disabled={!reason && !note.trim()}>{t('reason.button')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
