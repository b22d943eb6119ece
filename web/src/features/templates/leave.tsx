import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Sure } from '../../components/dialogs';

/** Asks before what somebody wrote is left behind. */
export function Leave({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation('templates');
  const left = useBlocker({ shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(), enableBeforeUnload: isDirty, withResolver: true });
  if (left.status !== 'blocked') return null;
  return <Sure title={t('leave.title')} label={t('leave.label')} close={left.reset} run={async () => left.proceed()}>{t('leave.hint')}</Sure>;
}
