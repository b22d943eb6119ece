import { FileInput, NumberInput, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, reachesAll, useMe } from '../../lib/session';

/** Starts an evaluation: with past conversations, or with questions of one's own. */
export function Evaluate({ assistant, close, done }: { assistant: AssistantDetail; close: () => void; done: (id: string) => void }) {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const past = may(me, 'messages:read') && reachesAll(me);
  const [source, setSource] = useState<'conversations' | 'questions'>(past ? 'conversations' : 'questions');
  const [revision, setRevision] = useState(String(assistant.latestRevision));
  const [limit, setLimit] = useState<string | number>(100);
  const [since, setSince] = useState('');
  const [csv, setCSV] = useState('');
  const start = useMutation({
    mutationFn: () => api.assistants.evaluate(assistant.id, {
      revision: Number(revision), source,
      ...(source === 'questions' ? { csv } : { limit: Number(limit), ...(since && { since: new Date(`${since}T00:00:00`).toISOString() }) }),
    }),
    onSuccess: ({ id }) => done(id),
  });
  const fault = (pointer: string) => faultOf(start.error, pointer);
  return (
    <FormDialog title={t('evaluations.create')} label={t('evaluations.start')} size="lg" close={close} pending={start.isPending} save={() => start.mutate()} error={isAtFields(start.error, ['/limit', '/since', '/csv']) ? undefined : start.error}>
      {assistant.draft && (
        <Select label={t('evaluations.which')} allowDeselect={false} value={revision} onChange={(v) => setRevision(v ?? revision)}
          data={[{ value: String(assistant.draft.number), label: t('test.draft', { number: assistant.draft.number }) }, { value: String(assistant.liveRevision), label: t('test.live', { number: assistant.liveRevision }) }]} />
      )}
      <SegmentedControl aria-label={t('evaluations.source')} value={source} onChange={(v) => setSource(v as typeof source)}
        data={[...(past ? [{ value: 'conversations', label: t('evaluations.source_conversations') }] : []), { value: 'questions', label: t('evaluations.source_questions') }]} />
      {source === 'conversations' ? (
        <>
          <Text size="sm" className="quiet">{t('evaluations.pastHint')}</Text>
          <NumberInput label={t('evaluations.limit')} min={1} max={500} value={limit} onChange={setLimit} error={fault('/limit')} />
          <TextInput type="date" label={t('evaluations.since')} description={t('evaluations.sinceHint')} value={since} onChange={(e) => setSince(e.currentTarget.value)} error={fault('/since')} />
        </>
      ) : (
        <>
          <Text size="sm" className="quiet">{t('evaluations.csvHint')}</Text>
          <FileInput label={t('evaluations.file')} accept=".csv,text/csv" leftSection={<IconFileTypeCsv size={18} />} placeholder={t('evaluations.choose')} onChange={(file) => { void file?.text().then(setCSV); }} />
          <Textarea label={t('evaluations.csv')} required autosize minRows={5} maxRows={14} classNames={{ input: 'mono' }} dir="auto" value={csv} onChange={(e) => setCSV(e.currentTarget.value)} error={fault('/csv')}
            placeholder={'question,expectedFacts,shouldHandOff\nWhat does shipping cost?,5 dollars,\nI want a refund,,true'} />
        </>
      )}
      <Text size="sm" className="quiet">{t('evaluations.costs')}</Text>
    </FormDialog>
  );
}
