import { Alert, Badge } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastRecipient } from '@service/sdk';

const colors: Record<Broadcast['status'], string> = { draft: 'gray', scheduled: 'blue', running: 'brand', paused: 'orange', completed: 'teal', canceled: 'gray' };
const stateColors: Record<BroadcastRecipient['state'], string> = {
  excluded: 'gray', queued: 'gray', sending: 'blue', sent: 'blue', delivered: 'teal', read: 'brand', failed: 'red', canceled: 'gray', held_out: 'grape', waiting_for_winner: 'gray',
};

export function Status({ status }: { status: Broadcast['status'] }) {
  const { t } = useTranslation('broadcasts');
  return <Badge variant="light" color={colors[status]} tt="none">{t(`status.${status}`)}</Badge>;
}

export function State({ state }: { state: BroadcastRecipient['state'] }) {
  const { t } = useTranslation('broadcasts');
  return <Badge variant="light" size="sm" color={stateColors[state]} tt="none">{t(`state.${state}`)}</Badge>;
}

/** The words for why somebody was left out, a message failed or a broadcast paused. */
export function useReason(): (code: string) => string {
  const { t } = useTranslation('broadcasts');
  return (code) => t(`reason.${code}`, { defaultValue: code.replaceAll('_', ' ') });
}

export function PauseReason({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const reason = useReason();
  if (broadcast.status !== 'paused') return null;
  return (
    <Alert color="orange" icon={<IconPlayerPause size={18} />} title={t('paused')}>
      {reason(broadcast.reason)}
    </Alert>
  );
}

/** How far it has come: read, delivered, sent and failed, one after the other. */
export function Bar({ broadcast: { counts }, tall }: { broadcast: Broadcast; tall?: boolean }) {
  const { t } = useTranslation('broadcasts');
  const all = Math.max(counts.recipients, 1);
  const parts = [
    ['read', counts.read], ['delivered', counts.delivered - counts.read], ['sent', counts.sent - counts.delivered], ['failed', counts.failed],
  ] as const;
  const done = Math.round(((counts.sent + counts.failed + counts.canceled) / all) * 100);
  return (
    <div className={`bc-bar${tall ? ' tall' : ''}`} role="progressbar" aria-label={t('progress')} aria-valuenow={done} aria-valuemin={0} aria-valuemax={100}>
      {parts.map(([name, n]) => <span key={name} className={`bc-${name}`} style={{ width: `${(Math.max(n, 0) / all) * 100}%` }} />)}
    </div>
  );
}
