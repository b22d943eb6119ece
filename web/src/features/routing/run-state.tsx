import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rehearsal } from '@service/sdk';
import { percent } from '../../lib/format';

const colors: Record<Rehearsal['state'], string> = { running: 'blue', paused: 'orange', completed: 'brand', canceled: 'gray', failed: 'red' };

/** How a rehearsal stands, in a word. */
export function RunState({ run }: { run: Rehearsal }) {
  const { t } = useTranslation('routing');
  return (
    <>
      <Badge variant="light" tt="none" color={colors[run.state]} role="status">{t(`run.${run.state}`)}</Badge>
      {run.state === 'running' && run.total !== null && run.total > 0 && <Text span size="xs" className="quiet amount" ms={6}>{percent(run.done / run.total)}</Text>}
    </>
  );
}
