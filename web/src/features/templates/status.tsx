import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateVersion } from '@service/sdk';

export const statuses = ['draft', 'pending', 'approved', 'rejected', 'paused', 'disabled', 'in_appeal', 'locked', 'archived', 'deleted', 'unknown'] as const satisfies readonly Template['status'][];

const colors: Record<Template['status'], string> = {
  draft: 'gray', pending: 'blue', approved: 'brand', rejected: 'red', paused: 'orange', disabled: 'red', in_appeal: 'blue', locked: 'orange', archived: 'gray', deleted: 'gray', unknown: 'gray',
};
const versionColors: Record<TemplateVersion['status'], string> = { draft: 'gray', submitted: 'blue', pending: 'blue', approved: 'brand', rejected: 'red', refused: 'red', replaced: 'gray' };
const qualities = { GREEN: 'brand', YELLOW: 'yellow', RED: 'red' };

/** How a template stands; while the provider is being asked for something, that. */
export function Status({ of: { status, action } }: { of: Pick<Template, 'status' | 'action'> }) {
  const { t } = useTranslation('templates');
  if (action) return <Badge variant="light" color="blue" tt="none">{t(`action.${action}`)}</Badge>;
  return <Badge variant="light" color={colors[status]} tt="none">{t(`status.${status}`)}</Badge>;
}

export function VersionStatus({ status }: { status: TemplateVersion['status'] }) {
  const { t } = useTranslation('templates');
  return <Badge variant="light" color={versionColors[status]} tt="none">{t(`versionStatus.${status}`)}</Badge>;
}

export function Quality({ value }: { value: Template['quality'] }) {
  const { t } = useTranslation('templates');
  if (!value || value === 'UNKNOWN') return null;
  return <Badge variant="light" color={qualities[value]} tt="none">{t(`quality.${value}`)}</Badge>;
}

/** The words for why the provider rejected a template, or its own word where they are not known. */
export function useReason(): (reason?: string) => string {
  const { t } = useTranslation('templates');
  return (reason) => (reason ? t(`reason.${reason}`, { defaultValue: reason.replaceAll('_', ' ').toLowerCase() }) : '');
}
