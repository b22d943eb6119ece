import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconClockPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { dateTime } from '../../lib/format';

const hours = 25; // more than a customer-service window lasts

/** Moves the demo's clock, so that one sees what happens once the window has closed. */
export function Clock() {
  const { t } = useTranslation('playground');
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: () => api.sandbox.advanceClock({ advanceSeconds: hours * 3600 }),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <div className="customer-clock">
      <Button variant="default" size="compact-sm" leftSection={<IconClockPlus size={16} aria-hidden />} loading={move.isPending} onClick={() => move.mutate()}>{t('clock.later', { hours })}</Button>
      <span className="quiet" role="status">{move.data ? t('clock.now', { time: dateTime(move.data.now) }) : t('clock.hint')}</span>
      {move.error && <Alert color="red" role="alert" p="xs">{explain(move.error)}</Alert>}
    </div>
  );
}
