import { Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { APIKey } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { withRecentSignIn } from '../../lib/recent-sign-in';

/** For how long the old secret may still be used. */
export function Overlap({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const { t } = useTranslation('developers');
  return (
    <Select label={t('overlap.label')} value={String(value)} onChange={(v) => onChange(Number(v))} allowDeselect={false}
      data={[0, 3600, 86_400, 604_800].map((s) => ({ value: String(s), label: t(`overlap.${s}`) }))} />
  );
}

export function RotateKey({ value, close, made }: { value: APIKey; close: () => void; made: (key: string) => void }) {
  const { t } = useTranslation('developers');
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useMutation({
    mutationFn: () => withRecentSignIn(() => api.apiKeys.rotate(value.id, { overlapSeconds: overlap })),
    onSuccess: ({ key }) => made(key),
  });
  return (
    <FormDialog title={t('keys.rotateTitle', { name: value.name })} label={t('keys.rotate')} close={close} pending={rotate.isPending} save={() => rotate.mutate()} error={rotate.error}>
      <Text size="sm">{t('keys.rotateHint')}</Text>
      <Overlap value={overlap} onChange={setOverlap} />
    </FormDialog>
  );
}
