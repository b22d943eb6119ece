import { useTranslation } from 'react-i18next';
import { percent } from '../../lib/format';

/** By how much a number is more or less than before. Nothing where there was none. */
export function Change({ now, then }: { now: number | undefined; then: number | undefined }) {
  const { t } = useTranslation('reports');
  if (now === undefined || !then) return null;
  const share = (now - then) / then;
  return <span>{t('change', { change: `${share > 0 ? '+' : ''}${percent(Math.round(share * 100) / 100)}` })}</span>;
}
