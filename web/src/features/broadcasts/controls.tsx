import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Broadcast } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { number } from '../../lib/format';
import { may, useMe } from '../../lib/session';

const acts = {
  pause: { of: ['running', 'scheduled'], icon: IconPlayerPause, variant: 'default', color: undefined },
  resume: { of: ['paused'], icon: IconPlayerPlay, variant: 'filled', color: undefined },
  cancel: { of: ['running', 'scheduled', 'paused'], icon: IconX, variant: 'default', color: 'red' },
} as const;

/** What can be done about a broadcast that is under way. Canceling cannot be taken back, so it is asked first. */
export function Controls({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const me = useMe();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const act = useMutation({
    mutationFn: (name: keyof typeof acts) => api.broadcasts[name](broadcast.id),
    onSuccess: (b) => queries.setQueryData(['broadcast', b.id], b),
    onError: (error, name) => { if (name !== 'cancel') tellError(error); }, // the dialog shows its own
    onSettled: () => void queries.invalidateQueries({ queryKey: ['broadcasts'] }),
  });
  if (!may(me, 'messages:write')) return null;
  const { sent, failed, canceled, recipients } = broadcast.counts;
  const left = recipients - sent - failed - canceled;
  const can = (name: keyof typeof acts) => (acts[name].of as readonly string[]).includes(broadcast.status);
  const buttons = (Object.keys(acts) as (keyof typeof acts)[]).filter(can).map((name) => {
    const { icon: Sign, variant, color } = acts[name];
    return (
      <Button key={name} variant={variant} c={color && 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-3))'} leftSection={<Sign size={16} />} disabled={act.isPending} onClick={() => (name === 'cancel' ? setAsked(true) : act.mutate(name))}>
        {t(`act.${name}`)}
      </Button>
    );
  });
  return (
    <>
      {buttons}
      {asked && can('cancel') && (
        <Sure title={t('cancelTitle', { name: broadcast.name })} label={t('act.cancel')} keep={t('cancelKeep')} close={() => setAsked(false)} run={() => act.mutateAsync('cancel')}>
          {t('cancelHint', { count: left, n: number(left) })} {sent > 0 && t('cancelSent', { count: sent, n: number(sent) })}
        </Sure>
      )}
    </>
  );
}
