import { Badge, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AIProvider } from '@service/sdk';
import { dateTime } from '../../lib/format';

const colors: Record<AIProvider['health']['state'], string> = { closed: 'brand', open: 'red', rate_limited: 'orange', out_of_quota: 'red', misconfigured: 'red' };

/** Whether an AI provider is called. */
export function Standing({ health }: { health: AIProvider['health'] }) {
  const { t } = useTranslation('assistants');
  const why = [health.detail || (health.class && t(`class.${health.class}`, { defaultValue: health.class })), health.until && t('standing.until', { at: dateTime(health.until) })].filter(Boolean).join(' · ');
  const badge = <Badge variant="light" tt="none" color={colors[health.state]}>{t(`standing.${health.state}`)}</Badge>;
  return why && health.state !== 'closed' ? <Tooltip label={why} multiline maw={320}>{badge}</Tooltip> : badge;
}
