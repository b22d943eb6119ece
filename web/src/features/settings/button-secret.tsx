import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Button as ActionButton } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { withRecentSignIn } from '../../lib/recent-sign-in';

const overlaps = [0, 3600, 86_400, 604_800];

/** Makes a new secret for what a button calls. */
export function RotateButtonSecret({ button, close, made }: { button: ActionButton; close: () => void; made: (secret?: string) => void }) {
  const { t } = useTranslation('settings');
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useMutation({
    mutationFn: () => withRecentSignIn(() => api.buttons.rotateSecret(button.id, { overlapSeconds: overlap })),
    onSuccess: ({ secret }) => made(secret),
  });
  return (
    <FormDialog title={t('buttons.rotate')} label={t('buttons.rotate')} close={close} pending={rotate.isPending} save={() => rotate.mutate()} error={rotate.error}>
      <Text size="sm">{t('buttons.rotateHint')}</Text>
      <Select label={t('buttons.overlap')} value={String(overlap)} onChange={(v) => setOverlap(Number(v))} allowDeselect={false}
        data={overlaps.map((s) => ({ value: String(s), label: t(`buttons.overlap_${s}`) }))} />
    </FormDialog>
  );
}
