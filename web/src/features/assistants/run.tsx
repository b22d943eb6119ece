import { Badge, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Evaluation, KnowledgeSource } from '@service/sdk';
import { dateTime, number, percent } from '../../lib/format';

type Run = NonNullable<KnowledgeSource['indexing']> | Evaluation;

const colors: Record<Run['state'], string> = { running: 'blue', paused: 'orange', completed: 'brand', canceled: 'gray', failed: 'red' };

/** How work in the background stands, in a word. */
export function RunState({ run }: { run: Run }) {
  const { t } = useTranslation('assistants');
  return (
    <>
      <Badge variant="light" tt="none" color={colors[run.state]} role="status">{t(`run.${run.state}`)}</Badge>
      {run.state === 'running' && run.total !== null && run.total > 0 && <Text span size="xs" className="quiet amount" ms={6}>{percent(run.done / run.total)}</Text>}
    </>
  );
}

/** How far it has come, and why it waits or failed. */
export function RunProgress({ run }: { run: Run }) {
  const { t } = useTranslation('assistants');
  const share = run.total ? run.done / run.total : 0;
  const on = run.state === 'running' || run.state === 'paused';
  return (
    <div>
      {on && <Progress value={share * 100} animated={run.state === 'running'} aria-label={t('run.progress')} mb={6} />}
      {on && <Text size="sm" className="quiet amount">{run.phase && `${t(`phase.${run.phase}`)} · `}{t('run.done', { done: number(run.done), total: run.total === null ? '…' : number(run.total) })}</Text>}
      {run.paused && <Text size="sm">{t(`paused.${run.paused}`)}{run.retryAt && ` ${t('run.retry', { at: dateTime(run.retryAt) })}`}</Text>}
      {run.error && <Text size="sm" c="var(--mantine-color-error)" role="alert" dir="auto">{run.error}</Text>}
    </div>
  );
}
