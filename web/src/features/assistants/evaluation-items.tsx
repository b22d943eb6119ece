import { Badge, Button, Center, Group, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Evaluation, EvaluationItem } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { saveCSV } from '../../lib/csv';
import { tellError } from '../../lib/errors';
import { percent } from '../../lib/format';
import { goesOn } from './data';
import { TurnBadge } from './test-result';

type Answer = NonNullable<EvaluationItem['draft']>;

/** Every question with both answers, side by side. */
export function EvaluationItems({ assistantId, evaluation }: { assistantId: string; evaluation: Evaluation }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const [saving, setSaving] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['assistants', 'one', assistantId, 'evaluation', evaluation.id, 'items', evaluation.done], initialPageParam: undefined as string | undefined, placeholderData: keepPreviousData,
    queryFn: ({ pageParam: cursor }) => api.assistants.evaluationItems(assistantId, evaluation.id, { limit: 20, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const save = async () => {
    setSaving(true);
    try {
      const items = await all(api.assistants.evaluationItems(assistantId, evaluation.id, { limit: 200 }));
      const cells = (a: Answer | null) => [a?.state, a?.text, a?.reason, a?.scores.agreement, a?.scores.grounded, a?.scores.tokens];
      const heads = (which: string) => ['state', 'text', 'reason', 'agreement', 'grounded', 'tokens'].map((name) => `${which}.${name}`);
      await saveCSV([['number', 'question', 'answer', ...heads('draft'), ...heads('live')], ...items.map((i) => [i.number, i.question, i.answer, ...cells(i.draft), ...cells(i.live)])], `${evaluation.id}.csv`);
    } catch (error) {
      tellError(error);
    } finally {
      setSaving(false);
    }
  };
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <h2 className="as-heading">{t('items.title')}</h2>
        {!goesOn(evaluation) && <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} loading={saving} onClick={() => void save()}>{t('items.export')}</Button>}
      </Group>
      {list.data.pages.flatMap((p) => p.data).map((item) => <Item key={item.number} value={item} two={evaluation.liveRevision !== null} />)}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </section>
  );
}

function Item({ value: item, two }: { value: EvaluationItem; two: boolean }) {
  const { t } = useTranslation('assistants');
  return (
    <article className="card">
      <Group justify="space-between" wrap="nowrap" align="start" mb="xs">
        <Text fw={600} size="sm" dir="auto">{item.number}. {item.question}</Text>
        {item.conversationId && <Link className="as-link as-nowrap" to={`/inbox/${item.conversationId}` as never}>{t('items.conversation')}</Link>}
      </Group>
      {item.unmeasured && <Text size="sm" className="quiet">{t('items.unmeasured', { why: t(`class.${item.unmeasured}`, { defaultValue: item.unmeasured }) })}</Text>}
      <div className="as-answers">
        <Answered title={t('metric.draft')} value={item.draft} />
        {two && <Answered title={t('metric.live')} value={item.live} />}
        {(item.answer || item.expectedFacts.length > 0 || item.shouldHandOff !== null) && (
          <div>
            <Text size="xs" className="quiet" mb={4}>{t('items.expected')}</Text>
            {item.answer && <Text size="sm" dir="auto" className="as-pre">{item.answer}</Text>}
            {item.expectedFacts.map((fact) => <Badge key={fact} variant="default" tt="none" fw={400} me={4}>{fact}</Badge>)}
            {item.shouldHandOff !== null && <Text size="sm">{t(item.shouldHandOff ? 'items.handOff' : 'items.noHandOff')}</Text>}
          </div>
        )}
      </div>
    </article>
  );
}

function Answered({ title, value }: { title: string; value: Answer | null }) {
  const { t } = useTranslation('assistants');
  if (!value) return <div><Text size="xs" className="quiet">{title}</Text>–</div>;
  const { scores } = value;
  const facts = [scores.agreement !== null && t('items.agreement', { share: percent(scores.agreement) }), scores.grounded === false && t('items.notGrounded'), scores.facts !== null && t('items.facts', { share: percent(scores.facts) })].filter(Boolean);
  return (
    <div>
      <Group gap={6} mb={4}><Text size="xs" className="quiet">{title}</Text><TurnBadge state={value.state} /></Group>
      {value.text && <Text size="sm" dir="auto" className="as-pre">{value.text}</Text>}
      {value.reason && <Text size="sm" className="quiet">{t(`reason.${value.reason}`, { defaultValue: value.reason })}</Text>}
      {facts.length > 0 && <Text size="xs" className="quiet amount" mt={4}>{facts.join(' · ')}</Text>}
    </div>
  );
}
