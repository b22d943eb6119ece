import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeGap } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';

/** Turns a question without an answer into knowledge. */
export function AnswerGap({ value, close, done }: { value: KnowledgeGap; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const [question, setQuestion] = useState(value.question);
  const [answer, setAnswer] = useState('');
  const save = useMutation({
    mutationFn: () => api.knowledgeGaps.answer(value.id, { question, answer, ...(value.language && { language: value.language }) }),
    onSuccess: () => {
      notifications.show({ message: t('gaps.kept') });
      done();
      close();
    },
  });
  return (
    <FormDialog title={t('gaps.answerTitle')} size="lg" label={t('gaps.keep')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/question', '/answer']) ? undefined : save.error}>
      <TextInput label={t('gaps.question')} required dir="auto" value={question} onChange={(e) => setQuestion(e.currentTarget.value)} error={faultOf(save.error, '/question')} />
      <Textarea label={t('gaps.answerLabel')} description={t('gaps.answerHint')} required data-autofocus autosize minRows={4} maxRows={14} dir="auto" value={answer} onChange={(e) => setAnswer(e.currentTarget.value)} error={faultOf(save.error, '/answer')} />
    </FormDialog>
  );
}
