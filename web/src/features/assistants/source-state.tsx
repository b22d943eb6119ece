import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '@service/sdk';
import { number } from '../../lib/format';
import { goesOn } from './data';

const colors: Record<KnowledgeSource['state'], string> = { pending: 'gray', indexing: 'blue', ready: 'brand', failed: 'red' };

/** Whether a source has been read, and how far the reading is. */
export function SourceState({ value: s }: { value: KnowledgeSource }) {
  const { t } = useTranslation('assistants');
  const run = goesOn(s.indexing) ? s.indexing : null;
  return (
    <>
      <Badge variant="light" tt="none" color={colors[s.state]}>{t(`sourceState.${s.state}`)}</Badge>
      {run && <Text size="xs" className="quiet amount">{run.phase && `${t(`phase.${run.phase}`)} `}{number(run.done)}{run.total !== null && ` / ${number(run.total)}`}</Text>}
      {s.reason && s.state === 'failed' && <Text size="xs" c="var(--mantine-color-error)" dir="auto" lineClamp={2}>{s.reason}</Text>}
    </>
  );
}
