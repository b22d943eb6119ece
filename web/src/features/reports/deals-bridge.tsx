import { Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { money } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { spanOf, zone } from './data';
import type { DealsProps } from './deals';
import { currencyKey, ordered, spansOf, type Span } from './deals-data';
import { Count } from './parts';

/** From what was open at the start, by what happened, to what was open at the end, for each currency. */
export function Bridge({ pipeline, open }: DealsProps) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const period = spanOf(search);
  const query = useQuery({
    queryKey: ['reports', 'bridge', pipeline.id, period], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.pipelines.bridge(pipeline.id, { ...period, timeZone: zone() }, { signal }),
  });
  if (query.error) return <Trouble error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  const lines = ordered(query.data.currencies);
  if (lines.length === 0) return <Empty icon={IconChartBar} title={t('none')}>{t('deals.noneHint')}</Empty>;
  const cards = lines.map((line) => {
    const title = line.currency ? t('deals.bridgeIn', { currency: line.currency }) : t('deals.bridgeWithout');
    const spans = spansOf(line);
    return (
      <Card key={currencyKey(line.currency)} title={title}>
        <Table.ScrollContainer minWidth={line.currency ? 420 : 240}>
          <Table verticalSpacing={6} aria-label={title}>
            <Table.Thead><Table.Tr><Table.Th>{t('part')}</Table.Th><Table.Th ta="end">{t('count')}</Table.Th>{line.currency && <><Table.Th ta="end">{t('deals.amount')}</Table.Th><Table.Th w="40%" aria-label={t('deals.course')} /></>}</Table.Tr></Table.Thead>
            <Table.Tbody>
              {spans.map((s) => (
                <Table.Tr key={s.part}>
                  <Table.Th scope="row" fw={s.level ? 700 : 500}>{t(`deals.part.${s.part}`, { defaultValue: s.part.replaceAll('_', ' ') })}</Table.Th>
                  <Table.Td ta="end"><Count n={s.count} label={t(`deals.part.${s.part}`, { defaultValue: s.part })} open={() => open(`bridge ${s.part} ${currencyKey(line.currency)}`)} /></Table.Td>
                  {line.currency && <><Table.Td ta="end" className="amount" fw={s.level ? 700 : undefined}>{money(s.amount, line.currency)}</Table.Td><Table.Td><Step span={s} all={spans} /></Table.Td></>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
    );
  });
  return (
    <>
      <Text size="sm" className="quiet" mb="sm">{t('deals.bridgeHint')}</Text>
      {cards}
    </>
  );
}

/** Where a step begins and ends among all of them. The amount beside it says the same. */
function Step({ span, all }: { span: Span; all: readonly Span[] }) {
  const [least, most] = [Math.min(...all.map((s) => s.low)), Math.max(...all.map((s) => s.high))];
  const part = (n: number) => (most > least ? ((n - least) / (most - least)) * 100 : 0);
  const kind = span.level ? 'level' : span.part === 'won' ? 'won' : Number(span.amount) < 0 ? 'less' : 'more';
  return <div className="rp-step" aria-hidden><i data-kind={kind} style={{ insetInlineStart: `${part(span.low)}%`, width: `max(2px, ${part(span.high) - part(span.low)}%)` }} /></div>;
}
