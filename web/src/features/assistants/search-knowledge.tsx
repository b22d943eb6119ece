import { Badge, Button, Drawer, Group, Progress, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { percent } from '../../lib/format';

/** Shows what an assistant would find for a question. Nothing is asked of a model. */
export function SearchKnowledge({ close }: { close: () => void }) {
  const { t } = useTranslation('assistants');
  const [question, setQuestion] = useState('');
  const search = useMutation({ mutationFn: (question: string) => api.knowledge.search({ question }) });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    if (question.trim()) search.mutate(question.trim());
  };
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={t('find.title')} transitionProps={{ duration: 0 }}>
      <form onSubmit={submit}>
        <Group gap="xs" wrap="nowrap" mb="sm">
          <TextInput className="as-grow" data-autofocus aria-label={t('gaps.question')} placeholder={t('find.placeholder')} leftSection={<IconSearch size={16} />} dir="auto" value={question} onChange={(e) => setQuestion(e.currentTarget.value)} />
          <Button type="submit" loading={search.isPending}>{t('find.do')}</Button>
        </Group>
      </form>
      {search.error && <Trouble error={search.error} />}
      {search.data && (
        <div role="status">
          <Group gap="xs" mb="sm"><Badge variant="light" tt="none" color={search.data.evidence ? 'brand' : 'orange'}>{t(search.data.evidence ? 'find.evidence' : 'find.noEvidence')}</Badge><Text size="xs" className="quiet">{t(search.data.meaning.used ? 'find.meaning' : 'find.words')}</Text></Group>
          {search.data.data.length === 0 && <Empty title={t('find.none')} />}
          {search.data.data.map(({ passage, confidence, byMeaning }) => (
            <div key={passage.id} className="as-passage">
              <Link className="as-link" to={`/assistants/knowledge/${passage.sourceId}` as never} onClick={close}><span dir="auto">{passage.title || passage.question || t('find.open')}</span></Link>
              <Text size="sm" dir="auto" className="as-clip">{passage.text}</Text>
              <Group gap="xs" mt={4}><Progress value={confidence * 100} w={90} aria-label={t('test.covers')} /><Text size="xs" className="quiet amount">{t('test.coversOf', { share: percent(confidence) })}</Text>{byMeaning && <Badge size="xs" variant="default" tt="none">{t('test.byMeaning')}</Badge>}</Group>
            </div>
          ))}
        </div>
      )}
    </Drawer>
  );
}
