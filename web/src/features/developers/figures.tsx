import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api';
import { duration, milliseconds, number, percent } from '../../lib/format';

/** How a receiver did in the last day. */
export function EndpointFigures({ id }: { id: string }) {
  const { t } = useTranslation('developers');
  const { data } = useQuery({ queryKey: ['webhook-endpoints', id, 'statistics'], queryFn: () => api.webhookEndpoints.statistics(id), refetchInterval: 15_000 });
  const total = data?.total;
  const backlog = data?.backlog;
  const figures: [string, string][] = [
    ['attempts', total ? number(total.attempts) : '–'],
    ['rate', total?.successRate === null || !total ? '–' : percent(total.successRate)],
    ['latency', total && total.attempts > 0 ? `${number(Math.round(total.latencyP50Ms))} / ${milliseconds(Math.round(total.latencyP99Ms))}` : '–'],
    ['waiting', backlog ? `${number(backlog.waiting)}${backlog.atLeast ? '+' : ''}` : '–'],
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
      {figures.map(([name, value]) => (
        <div key={name} className="card figure">
          <Text size="sm" className="quiet">{t(`figures.${name}`)}</Text>
          <Text fw={700} fz="lg" className="amount">{value}</Text>
          {name === 'waiting' && backlog?.oldestAgeSeconds ? <Text size="xs" className="quiet">{t('figures.oldest', { age: duration(backlog.oldestAgeSeconds) })}</Text> : null}
        </div>
      ))}
    </SimpleGrid>
  );
}
