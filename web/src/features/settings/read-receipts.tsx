import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PhoneNumber } from '@service/sdk';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';

/** When contacts see that what they wrote to a number was read. Kept as soon as it is chosen. */
export function ReadReceipts({ value, writes }: { value: PhoneNumber; writes: boolean }) {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (readReceipts: PhoneNumber['readReceipts']) => api.phoneNumbers.update(value.id, { readReceipts }),
    onSuccess: () => {
      notifications.show({ message: t('saved') });
      return queries.invalidateQueries({ queryKey: ['phone-numbers'] });
    },
    onError: tellError,
  });
  return (
    <Select className="narrow" mb="lg" label={t('numbers.receipts')} allowDeselect={false} readOnly={!writes} value={save.isPending ? save.variables : value.readReceipts}
      onChange={(v) => save.mutate(v as PhoneNumber['readReceipts'])} data={(['never', 'when_viewed', 'when_answered'] as const).map((r) => ({ value: r, label: t(`numbers.receipt.${r}`) }))} />
  );
}
