import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { duration } from '../../lib/format';

export type NewKind = 'article' | 'question' | 'page' | 'site';

/** Adds a source, or changes one. What is searched stays until the new one has been read. */
export function SourceForm({ kind, value, close, done }: { kind: NewKind; value?: KnowledgeSource; close: () => void; done: (source: KnowledgeSource) => void }) {
  const { t } = useTranslation('assistants');
  const [title, setTitle] = useState(value?.title ?? '');
  const [content, setContent] = useState(value?.content ?? '');
  const [question, setQuestion] = useState(value?.question ?? '');
  const [answer, setAnswer] = useState(value?.answer ?? '');
  const [url, setURL] = useState(value?.url ?? '');
  const [pages, setPages] = useState<string | number>(value?.pageLimit ?? 50);
  const [again, setAgain] = useState(String(value?.recrawlHours ?? 0));
  const save = useMutation({
    mutationFn: () => {
      const fields = kind === 'article' ? { title, content } : kind === 'question' ? { question, answer, ...(title && { title }) } : { url, recrawlHours: Number(again), ...(kind === 'site' && { pageLimit: Number(pages) }) };
      return value ? api.knowledge.update(value.id, fields) : api.knowledge.create({ kind, ...fields });
    },
    onSuccess: done,
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  const hours = [...new Set([0, 6, 24, 72, 168, value?.recrawlHours ?? 0])].sort((a, b) => a - b);
  return (
    <FormDialog title={value ? t('knowledge.edit') : t(`sourceKind.${kind}`)} label={value ? undefined : t('knowledge.addDo')} size="lg" close={close} pending={save.isPending} save={() => save.mutate()}
      error={isAtFields(save.error, ['/title', '/content', '/question', '/answer', '/url', '/pageLimit', '/recrawlHours']) ? undefined : save.error}>
      {kind === 'article' && (
        <>
          <TextInput label={t('knowledge.name')} required data-autofocus dir="auto" value={title} onChange={(e) => setTitle(e.currentTarget.value)} error={fault('/title')} />
          <Textarea label={t('knowledge.content')} description={t('knowledge.contentHint')} required autosize minRows={8} maxRows={22} dir="auto" value={content} onChange={(e) => setContent(e.currentTarget.value)} error={fault('/content')} />
        </>
      )}
      {kind === 'question' && (
        <>
          <TextInput label={t('gaps.question')} required data-autofocus dir="auto" value={question} onChange={(e) => setQuestion(e.currentTarget.value)} error={fault('/question')} />
          <Textarea label={t('gaps.answerLabel')} description={t('gaps.answerHint')} required autosize minRows={4} maxRows={14} dir="auto" value={answer} onChange={(e) => setAnswer(e.currentTarget.value)} error={fault('/answer')} />
        </>
      )}
      {(kind === 'page' || kind === 'site') && (
        <>
          <TextInput label={t('knowledge.url')} description={t(`knowledge.${kind}Hint`)} type="url" dir="ltr" required data-autofocus placeholder="https://example.com/help/" value={url} onChange={(e) => setURL(e.currentTarget.value)} error={fault('/url')} />
          {kind === 'site' && <NumberInput label={t('knowledge.pageLimit')} min={1} max={500} value={pages} onChange={setPages} error={fault('/pageLimit')} />}
          <Select label={t('knowledge.recrawl')} allowDeselect={false} value={again} onChange={(v) => setAgain(v ?? '0')} error={fault('/recrawlHours')} data={hours.map((h) => ({ value: String(h), label: h ? t('knowledge.every', { time: duration(h * 3600) }) : t('knowledge.byHand') }))} />
        </>
      )}
    </FormDialog>
  );
}
