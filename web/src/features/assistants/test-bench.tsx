import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconSend, IconTestPipe } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail, AssistantTestResult } from '@service/sdk';
import { Empty, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { TestResult } from './test-result';

interface Turn {
  question: string;
  result: AssistantTestResult;
}

/** Asks an assistant as a contact would. Nothing is sent; its calls cost what they cost. */
export function TestBench({ assistant }: { assistant: AssistantDetail }) {
  const { t } = useTranslation('assistants');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [question, setQuestion] = useState('');
  const [revision, setRevision] = useState(assistant.latestRevision);
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const ask = useMutation({
    mutationFn: (question: string) => api.assistants.test(assistant.id, {
      question, revision,
      before: turns.flatMap(({ question, result }) => [{ from: 'customer' as const, text: question }, ...(result.text ? [{ from: 'assistant' as const, text: result.text }] : [])]).slice(-30),
    }, { timeout: 60_000 }),
    onSuccess: (result, question) => {
      setTurns((old) => [...old, { question, result }]);
      setQuestion('');
      field.current?.focus();
    },
  });
  useEffect(() => {
    if (turns.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [turns.length]);
  const submit = (e?: FormEvent) => {
    e?.preventDefault();
    if (question.trim() && !ask.isPending) ask.mutate(question.trim());
  };
  const anew = () => {
    setTurns([]);
    ask.reset();
    field.current?.focus();
  };
  return (
    <div className="as-bench">
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={560}>{t('test.hint')}</Text>
        <Group gap="xs">
          {assistant.draft && (
            <SegmentedControl size="xs" aria-label={t('test.revision')} value={String(revision)} onChange={(v) => { setRevision(Number(v)); anew(); }}
              data={[{ value: String(assistant.draft.number), label: t('test.draft', { number: assistant.draft.number }) }, { value: String(assistant.liveRevision), label: t('test.live', { number: assistant.liveRevision }) }]} />
          )}
          {turns.length > 0 && <Button size="xs" variant="default" onClick={anew}>{t('test.anew')}</Button>}
        </Group>
      </Group>
      {turns.length === 0 && !ask.isPending && <Empty icon={IconTestPipe} title={t('test.none')}>{t('test.noneHint')}</Empty>}
      <div role="log" aria-label={t('tab.test')}>
        {turns.map(({ question, result }, i) => (
          <div key={i}>
            <div className="as-question" dir="auto"><span className="as-spoken">{t('test.contact')}: </span>{question}</div>
            <TestResult value={result} />
          </div>
        ))}
        {ask.isPending && <><div className="as-question" dir="auto">{ask.variables}</div><Text size="sm" className="quiet" role="status">{t('test.thinks')}</Text></>}
      </div>
      {ask.error && <Trouble error={ask.error} />}
      <div ref={end} />
      <form className="as-ask" onSubmit={submit}>
        <Textarea ref={field} className="as-grow" aria-label={t('test.question')} placeholder={t('test.question')} autosize minRows={1} maxRows={6} dir="auto" value={question}
          onChange={(e) => setQuestion(e.currentTarget.value)}
          onKeyDown={(e: KeyboardEvent) => { if (e.key === 'Enter' && !e.shiftKey && !e.nativeEvent.isComposing) { e.preventDefault(); submit(); } }} />
        <Button type="submit" leftSection={<IconSend size={16} className="as-turn" />} loading={ask.isPending} disabled={!question.trim()}>{t('test.ask')}</Button>
      </form>
    </div>
  );
}
