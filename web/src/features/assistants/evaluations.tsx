import { Button, Center, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus, IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { goesOn, useDoer } from './data';
import { Evaluate } from './evaluate';
import { EvaluationPage } from './evaluation';
import { RunState } from './run';

interface Props {
  assistant: AssistantDetail;
  mayWrite: boolean;
  publish?: (number: number) => void;
}

/** Real questions put to a draft and to the live revision. */
export function Evaluations(props: Props) {
  const { search } = usePlace();
  return search.evaluation ? <EvaluationPage {...props} key={search.evaluation} id={search.evaluation} /> : <List {...props} />;
}

function List({ assistant, mayWrite }: Props) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const ask = (on: boolean) => go({ part: 'assistants', parts: ['all', assistant.id], search: { tab: 'evaluations', new: on ? 'yes' : undefined }, replace: true });
  const doer = useDoer();
  const key = ['assistants', 'one', assistant.id, 'evaluations'];
  const list = useInfiniteQuery({
    queryKey: key, initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.assistants.evaluations(assistant.id, { limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some((p) => p.data.some(goesOn)) ? 2000 : false),
  });
  const open = (evaluation: string) => go({ part: 'assistants', parts: ['all', assistant.id], search: { tab: 'evaluations', evaluation } });
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  const rows = list.data.pages.flatMap((p) => p.data);
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={640}>{t('evaluations.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => ask(true)}>{t('evaluations.create')}</Button>}
      </Group>
      {rows.length === 0 ? <Empty icon={IconScale} title={t('evaluations.none')}>{t('evaluations.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('evaluations.what')}</Table.Th><Table.Th>{t('evaluations.source')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th>{t('evaluations.by')}</Table.Th><Table.Th>{t('evaluations.started')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((e) => (
                <Table.Tr key={e.id}>
                  <Table.Td><UnstyledButton className="as-link" onClick={() => open(e.id)}>{e.liveRevision === null ? t('revision', { number: e.revision }) : t('evaluations.pair', { draft: e.revision, live: e.liveRevision })}</UnstyledButton></Table.Td>
                  <Table.Td>{t(`evaluations.source_${e.source}`)}</Table.Td>
                  <Table.Td><RunState run={e} /></Table.Td>
                  <Table.Td><bdi>{doer(e.madeBy)}</bdi></Table.Td>
                  <Table.Td><Moment at={e.startedAt} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.hasNextPage && <Center mt="sm"><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
      {mayWrite && search.new === 'yes' && <Evaluate assistant={assistant} close={() => ask(false)} done={(id) => { void queries.invalidateQueries({ queryKey: key }); open(id); }} />}
    </>
  );
}
