import { Alert, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { ConfigDiff } from './config-diff';
import { MetricTable } from './metric-table';

/** Makes a revision live: with the table of its evaluation, or with a reason for having none. */
export function Publish({ assistant, number, close, done }: { assistant: AssistantDetail; number: number; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const [reason, setReason] = useState('');
  const revision = useQuery({ queryKey: ['assistants', 'one', assistant.id, 'revision', number], queryFn: () => api.assistants.revision(assistant.id, number), staleTime: 0 });
  const found = revision.data?.evaluation;
  const evaluation = found && found.liveRevision === assistant.liveRevision ? found : undefined;
  const publish = useMutation({
    mutationFn: () => api.assistants.publish(assistant.id, { revision: number, ...(evaluation ? { evaluationId: evaluation.id, ...(reason && { reason }) } : { withoutEvaluation: true, reason }) }),
    onSuccess: () => {
      notifications.show({ message: t('publish.done', { number }) });
      done();
      close();
    },
  });
  return (
    <FormDialog title={t('publish.title', { number })} size="xl" label={t('publish.do')} close={close} pending={publish.isPending} save={() => { if (revision.data) publish.mutate(); }} error={isAtFields(publish.error, ['/reason']) ? undefined : publish.error}>
      {revision.error && <Trouble error={revision.error} />}
      {!revision.data && !revision.error && <Loading />}
      {revision.data && (
        <>
          <Text size="sm">{t('publish.hint', { live: assistant.liveRevision })}</Text>
          <ConfigDiff before={assistant.live.config} after={revision.data.config} label={t('diff.against', { number: assistant.liveRevision })} />
          {evaluation ? <MetricTable table={evaluation.table} /> : <Alert color="orange">{t('publish.without')}</Alert>}
          <Textarea label={t('publish.reason')} required={!evaluation} autosize minRows={2} maxLength={500} dir="auto" value={reason} onChange={(e) => setReason(e.currentTarget.value)} error={faultOf(publish.error, '/reason')} />
        </>
      )}
    </FormDialog>
  );
}
