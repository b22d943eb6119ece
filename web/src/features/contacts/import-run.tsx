import { Anchor, Badge, Button, Group, Paper, Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactImport } from '@service/sdk';
import { Page } from '../../components/page';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { duration, number, percent } from '../../lib/format';
import { useReason } from './import-reason';

const goesOn = (run?: ContactImport) => run?.state === 'running' || run?.state === 'paused';

/** How far an import is. One can leave and come back: it goes on by itself. */
export function ImportRun({ id }: { id: string }) {
  const { t } = useTranslation('contacts');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const run = useQuery({
    queryKey: ['contacts', 'import', id], queryFn: () => api.contactImports.get(id),
    refetchInterval: ({ state }) => (goesOn(state.data) ? 700 : false),
  });
  const ended = run.data && !goesOn(run.data);
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ['contacts', 'list'] });
  }, [ended, queries]);
  const cancel = useMutation({
    mutationFn: () => api.contactImports.cancel(id), onError: tellError,
    onSuccess: (data) => queries.setQueryData(['contacts', 'import', id], data),
  });
  return (
    <Page title={t('import.title')} actions={<Anchor component={Link} to={'/contacts' as never} size="sm">{t('backToContacts')}</Anchor>}>
      {run.isLoading && <Loading />}
      {run.error && <Trouble error={run.error} retry={() => void run.refetch()} />}
      {run.data && (
        <Stack maw={760}>
          <Paper withBorder p="md">
            <Group justify="space-between" mb="sm">
              <Text fw={600} dir="auto">{run.data.filename}</Text>
              <Badge variant="light" tt="none" color={run.data.state === 'completed' ? 'teal' : run.data.state === 'failed' ? 'red' : 'gray'} role="status">{t(`run.${run.data.state}`)}</Badge>
            </Group>
            <Bar run={run.data} />
            {run.data.error && <Text size="sm" c="red" mt="xs" role="alert">{run.data.error}</Text>}
            <SimpleGrid cols={{ base: 2, sm: 4 }} mt="md">
              {(['created', 'updated', 'skipped', 'failed'] as const).map((key) => (
                <div key={key}><Text size="sm" className="quiet">{t(`run.rows_${key}`)}</Text><Text fw={600} size="lg" className="amount">{number(run.data[key])}</Text></div>
              ))}
            </SimpleGrid>
            {goesOn(run.data) && <Group justify="end" mt="sm"><Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>{shared('action.cancel')}</Button></Group>}
          </Paper>
          {run.data.failed > 0 && <Problems id={id} />}
        </Stack>
      )}
    </Page>
  );
}

function Bar({ run }: { run: ContactImport }) {
  const { t } = useTranslation('contacts');
  const share = run.total ? run.done / run.total : goesOn(run) ? 0 : 1;
  return (
    <>
      <Progress value={share * 100} animated={run.state === 'running'} aria-label={t('run.progress')} />
      <Text size="sm" className="quiet" mt={6}>
        {percent(share)} · {t('run.rows', { done: number(run.done), total: run.total === null ? '…' : number(run.total) })}
        {goesOn(run) && run.secondsLeft > 0 && ` · ${t('run.left', { time: duration(run.secondsLeft) })}`}
      </Text>
    </>
  );
}

function Problems({ id }: { id: string }) {
  const { t } = useTranslation('contacts');
  const reason = useReason();
  const { t: shared } = useTranslation();
  const list = useInfiniteQuery({
    queryKey: ['contacts', 'import', id, 'problems'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.contactImports.problems(id, { limit: 50, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  return (
    <div>
      <Title order={2} size="h5" mb="xs">{t('run.problems')}</Title>
      <Table verticalSpacing={6}>
        <Table.Thead><Table.Tr><Table.Th>{t('import.line')}</Table.Th><Table.Th>{t('import.column')}</Table.Th><Table.Th>{t('import.problem')}</Table.Th></Table.Tr></Table.Thead>
        <Table.Tbody>
          {list.data?.pages.flatMap((p) => p.data).map((p) => (
            <Table.Tr key={p.number}><Table.Td className="quiet">{p.line}</Table.Td><Table.Td>{p.field}</Table.Td><Table.Td>{reason(p.reason)}</Table.Td></Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {list.hasNextPage && <Button variant="subtle" mt="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button>}
    </div>
  );
}
