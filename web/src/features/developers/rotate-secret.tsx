import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WebhookEndpoint } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { Overlap } from './rotate-key';

export function RotateSecret({ value, close, made }: { value: WebhookEndpoint; close: () => void; made: (secret: string) => void }) {
  const { t } = useTranslation('developers');
  const [overlap, setOverlap] = useState(86_400);
  const [signature, setSignature] = useState(value.signature);
  const rotate = useMutation({
    mutationFn: () => withRecentSignIn(() => api.webhookEndpoints.rotateSecret(value.id, { overlapSeconds: overlap, signature })),
    onSuccess: ({ secret }) => made(secret),
  });
  return (
    <FormDialog title={t('webhooks.rotate')} label={t('webhooks.rotate')} close={close} pending={rotate.isPending} save={() => rotate.mutate()} error={rotate.error}>
      <Text size="sm">{t('webhooks.rotateHint')}</Text>
      <Overlap value={overlap} onChange={setOverlap} />
      <Select label={t('webhooks.signature')} value={signature} onChange={(v) => setSignature(v as typeof signature)} allowDeselect={false}
        data={['hmac', 'ed25519', 'both'].map((s) => ({ value: s, label: t(`signature.${s}`) }))} />
    </FormDialog>
  );
}
