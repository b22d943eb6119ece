import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MemberAvailability } from '@service/sdk';

const colors: Record<MemberAvailability['status'], string> = { online: 'brand', away: 'orange', offline: 'gray' };

/** Whether a member takes conversations, in a word. */
export function Status({ value }: { value: MemberAvailability['status'] }) {
  const { t } = useTranslation('routing');
  return <Badge variant="light" tt="none" color={colors[value]}>{t(`status.${value}`)}</Badge>;
}

/** The same as a dot beside a name. */
export function Dot({ status }: { status: MemberAvailability['status'] }) {
  const { t } = useTranslation('routing');
  return <span className="ro-dot" data-status={status} role="img" aria-label={t(`status.${status}`)} title={t(`status.${status}`)} />;
}
