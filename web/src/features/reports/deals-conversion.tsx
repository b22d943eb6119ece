import { SimpleGrid, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../components/figure';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { percent } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { spanOf, took, zone } from './data';
import type { DealsProps } from './deals';
import { Count, Share } from './parts';

/** How many deals came onto each stage and went on from it, and how long that took. */
export function Conversion({ pipeline, open }: DealsProps) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const period = spanOf(search);
  const query = useQuery({
    queryKey: ['reports', 'conversion', pipeline.id, period], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.pipelines.conversion(pipeline.id, { ...period, timeZone: zone() }, { signal }),
  });
  if (query.error) return <Trouble error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const { won, lost, winRate, stages } = query.data;
  const moved = stages.some((s) => s.entered > 0 || s.left > 0);
  if (!moved && won.count + lost.count === 0) return <Empty icon={IconChartBar} title={t('none')}>{t('deals.noneHint')}</Empty>;
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('deals.winRate')} value={winRate === null ? '–' : percent(winRate)} hint={t('deals.winRateHint')} />
        <Figure label={t('deals.won')} value={<Count n={won.count} label={t('deals.won')} size="inherit" open={() => open('closed won')} />} hint={won.count > 0 && t('deals.agedMedian', { time: took(won.times.p50Ms) })} />
        <Figure label={t('deals.lost')} value={<Count n={lost.count} label={t('deals.lost')} size="inherit" open={() => open('closed lost')} />} hint={lost.count > 0 && t('deals.agedMedian', { time: took(lost.times.p50Ms) })} />
        <Figure label={t('deals.velocity')} value={won.count > 0 ? took(won.times.averageMs) : '–'} hint={t('deals.velocityHint')} />
      </SimpleGrid>
      <Card title={t('deals.stages')}>
        <Table.ScrollContainer minWidth={620}>
          <Table verticalSpacing={6} aria-label={t('deals.stages')}>
            <Table.Thead><Table.Tr><Table.Th>{t('deals.stage')}</Table.Th><Table.Th ta="end">{t('deals.entered')}</Table.Th><Table.Th ta="end">{t('deals.left')}</Table.Th><Table.Th w="22%">{t('deals.wentOn')}</Table.Th><Table.Th>{t('deals.whereTo')}</Table.Th><Table.Th ta="end">{t('deals.stayed')}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {stages.map((s) => (
                <Table.Tr key={s.stageId}>
                  <Table.Th scope="row" fw={500}><bdi>{s.name}</bdi></Table.Th>
                  <Table.Td ta="end"><Count n={s.entered} label={`${s.name}, ${t('deals.entered')}`} open={() => open(`entered ${s.stageId}`)} /></Table.Td>
                  <Table.Td ta="end"><Count n={s.left} label={`${s.name}, ${t('deals.left')}`} open={() => open(`left ${s.stageId}`)} /></Table.Td>
                  <Table.Td>{s.conversion === null ? '–' : <Share share={s.conversion} />}</Table.Td>
                  <Table.Td>
                    {s.parts.map((p) => <Text key={p.part} size="sm">{t(`deals.went.${p.part}`, { defaultValue: p.part.replaceAll('_', ' ') })}: <Count n={p.count} label={`${s.name}, ${t(`deals.went.${p.part}`, { defaultValue: p.part })}`} open={() => open(`left ${s.stageId} ${p.part}`)} /></Text>)}
                  </Table.Td>
                  <Table.Td ta="end" className="amount">{s.left > 0 && s.times.totalMs > 0 ? <>{took(s.times.p50Ms)}<Text size="xs" className="quiet">{t('deals.mostWithin', { time: took(s.times.p90Ms) })}</Text></> : '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
    </>
  );
}
