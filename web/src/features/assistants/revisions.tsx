import { Badge, Button, Center, Group, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail, AssistantRevision } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { useDoer } from './data';
import { ConfigDiff } from './config-diff';

/** Every state that an assistant had, and what each changed. */
export function Revisions({ assistant, publish }: { assistant: AssistantDetail; publish?: (number: number) => void }) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const { search, go } = usePlace();
  const list = useInfiniteQuery({
    queryKey: ['assistants', 'one', assistant.id, 'revisions'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.assistants.revisions(assistant.id, { limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  const rows = list.data.pages.flatMap((p) => p.data);
  const chosen = rows.find((r) => String(r.number) === search.revision) ?? rows[0];
  const open = (number: number) => go({ part: 'assistants', parts: ['all', assistant.id], search: { ...search, revision: String(number) }, replace: true });
  return (
    <div className="as-split">
      <div>
        <ul className="as-choices" aria-label={t('tab.revisions')}>
          {rows.map((r) => <li key={r.id}><Choice value={r} live={r.number === assistant.liveRevision} chosen={r === chosen} open={() => open(r.number)} /></li>)}
        </ul>
        {list.hasNextPage && <Center mt="sm"><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      </div>
      {chosen && <Chosen assistant={assistant} value={chosen} before={rows.find((r) => r.number === chosen.number - 1)} publish={publish} />}
    </div>
  );
}

function Choice({ value: r, live, chosen, open }: { value: AssistantRevision; live: boolean; chosen: boolean; open: () => void }) {
  const { t } = useTranslation('assistants');
  const doer = useDoer();
  return (
    <UnstyledButton className="as-choice" aria-current={chosen || undefined} onClick={open}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>{t('revision', { number: r.number })}</Text>
        {live ? <Badge variant="light" tt="none">{t('isLive')}</Badge> : !r.liveAt && <Badge variant="light" tt="none" color="blue">{t('isDraft')}</Badge>}
      </Group>
      <Text size="xs" className="quiet"><bdi>{doer(r.madeBy)}</bdi> · <Moment at={r.createdAt} /></Text>
    </UnstyledButton>
  );
}

function Chosen({ assistant, value: r, before, publish }: { assistant: AssistantDetail; value: AssistantRevision; before: AssistantRevision | undefined; publish?: (number: number) => void }) {
  const { t } = useTranslation('assistants');
  const doer = useDoer();
  const live = r.number === assistant.liveRevision;
  // A draft is measured against what answers now; an earlier one against what it replaced.
  const against = r.number > assistant.liveRevision ? assistant.live : before;
  return (
    <Card title={t('revision', { number: r.number })} actions={publish && !live && <Button size="xs" onClick={() => publish(r.number)}>{t(r.liveAt ? 'publish.again' : 'publish.do')}</Button>}>
      {r.publication && (
        <Text size="sm" mb="sm">
          {t('publish.was', { name: doer(r.publication.madeBy), at: dateTime(r.publication.createdAt) })}
          {r.publication.reason && <> <span dir="auto">“{r.publication.reason}”</span></>}
          {r.publication.withoutEvaluation && <Text span className="quiet"> {t('publish.wasWithout')}</Text>}
        </Text>
      )}
      <ConfigDiff before={against?.config} after={r.config} label={against ? t('diff.against', { number: against.number }) : t('diff.first')} />
    </Card>
  );
}
