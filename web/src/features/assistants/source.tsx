import { Anchor, Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconFileUpload, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { dateTime, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { languageName, sourceName } from './data';
import { RunProgress } from './run';
import { SourceForm } from './source-form';
import { Pages, Passages, Problems } from './source-parts';
import { SourceState } from './source-state';

/** One source: what it says, how its reading went, and the passages that came of it. */
export function SourcePage({ id }: { id: string }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'knowledge:write');
  const [act, setAct] = useState<'edit' | 'delete'>();
  const source = useQuery({
    queryKey: ['knowledge', 'one', id], queryFn: () => api.knowledge.get(id),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' || data?.state === 'indexing' ? 1000 : false),
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['knowledge'] });
  const read = useMutation({
    mutationFn: (file?: File) => (file ? api.knowledge.create({ file, filename: file.name, sourceId: id }) : api.knowledge.recrawl(id)),
    onSuccess: (s) => {
      queries.setQueryData(['knowledge', 'one', id], s);
      notifications.show({ message: t('knowledge.reading') });
    },
    onError: tellError,
    onSettled: again,
  });
  const s = source.data;
  return (
    <>
      <Anchor component={Link} to={'/assistants/knowledge' as never} size="sm"><IconArrowLeft size={14} className="as-inline as-turn" aria-hidden /> {t('knowledge.all')}</Anchor>
      {source.error && <Trouble error={source.error} retry={() => void source.refetch()} />}
      {!s && !source.error && <Loading />}
      {s && (
        <>
          <Group justify="space-between" mt="xs" mb="md" gap="sm" align="start">
            <div className="as-grow"><h2 className="as-name" dir="auto">{sourceName(s)}</h2><SourceState value={s} /></div>
            {mayWrite && (
              <Group gap="xs">
                {(s.kind === 'page' || s.kind === 'site') && <Button variant="default" leftSection={<IconRefresh size={16} />} loading={read.isPending} onClick={() => read.mutate(undefined)}>{t('knowledge.readAgain')}</Button>}
                {s.kind === 'file' ? (
                  <FileButton onChange={(file) => { if (file) read.mutate(file); }}>{(props) => <Button {...props} variant="default" loading={read.isPending} leftSection={<IconFileUpload size={16} />}>{t('knowledge.replace')}</Button>}</FileButton>
                ) : <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setAct('edit')}>{shared('action.edit')}</Button>}
                <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAct('delete')}>{shared('action.delete')}</Button>
              </Group>
            )}
          </Group>
          <div className="as-config">
            <div><Content value={s} /><Passages id={id} revision={s.liveRevision} /></div>
            <div>
              <Facts value={s} />
              {s.kind === 'site' && <Pages id={id} revision={s.revision} />}
              <Problems id={id} revision={s.revision} state={s.state} />
            </div>
          </div>
          {act === 'edit' && s.kind !== 'file' && <SourceForm kind={s.kind} value={s} close={() => setAct(undefined)} done={() => { again(); setAct(undefined); }} />}
          {act === 'delete' && <Sure title={t('knowledge.deleteTitle')} label={shared('action.delete')} close={() => setAct(undefined)} run={() => api.knowledge.delete(id)} done={() => { again(); go({ part: 'assistants', parts: ['knowledge'], replace: true }); }}>{t('knowledge.deleteHint')}</Sure>}
        </>
      )}
    </>
  );
}

function Content({ value: s }: { value: KnowledgeSource }) {
  const { t } = useTranslation('assistants');
  if (s.kind === 'question') {
    return <Card title={t('gaps.answerLabel')}><Text size="sm" fw={600} dir="auto" mb="xs">{s.question}</Text><Text size="sm" dir="auto" className="as-pre">{s.answer}</Text></Card>;
  }
  return s.content ? <Card title={t('knowledge.content')}><div className="as-content as-pre" dir="auto" tabIndex={0} role="region" aria-label={t('knowledge.content')}>{s.content}</div></Card> : null;
}

function Facts({ value: s }: { value: KnowledgeSource }) {
  const { t, i18n } = useTranslation('assistants');
  const waits = s.state === 'pending' || s.state === 'indexing';
  return (
    <Card title={t('knowledge.about')}>
      {waits && s.indexing && <RunProgress run={s.indexing} />}
      {waits && s.liveRevision > 0 && <Text size="sm" className="quiet">{t('knowledge.before')}</Text>}
      {s.reason && <Text size="sm" c={s.state === 'failed' ? 'var(--mantine-color-error)' : undefined} dir="auto">{s.reason}</Text>}
      <LabelledValue label={t('knowledge.kind')}>{t(`sourceKind.${s.kind}`)}</LabelledValue>
      {s.url && <LabelledValue label={t('knowledge.url')}><a href={s.url} target="_blank" rel="noreferrer" className="as-link"><bdi>{s.url}</bdi></a></LabelledValue>}
      {s.filename && <LabelledValue label={t('knowledge.file')}><bdi>{s.filename}</bdi></LabelledValue>}
      {s.size !== undefined && <LabelledValue label={t('knowledge.size')}>{number(Math.ceil(s.size / 1024))} KB</LabelledValue>}
      <LabelledValue label={t('knowledge.language')}>{s.language ? languageName(i18n.language, s.language) : t('knowledge.guessed')}</LabelledValue>
      <LabelledValue label={t('knowledge.passages')}>{number(s.passages)}</LabelledValue>
      {s.pages !== undefined && <LabelledValue label={t('knowledge.pages')}>{number(s.pages)}</LabelledValue>}
      {s.crawledAt && <LabelledValue label={t('knowledge.crawled')}>{dateTime(s.crawledAt)}</LabelledValue>}
      {s.nextCrawlAt && <LabelledValue label={t('knowledge.nextCrawl')}>{dateTime(s.nextCrawlAt)}</LabelledValue>}
      {s.readyAt && <LabelledValue label={t('knowledge.ready')}>{dateTime(s.readyAt)}</LabelledValue>}
    </Card>
  );
}
