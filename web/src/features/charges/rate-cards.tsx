import { ActionIcon, Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTable, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RateCard } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { useWho } from './data';
import { RateCardForm } from './rate-card-form';
import { Prices } from './prices';

/** The cards that say what messages cost. The newest that has a price counts. */
export function RateCards({ chosen }: { chosen?: string }) {
  const { t } = useTranslation('charges');
  const queries = useQueryClient();
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'charges:write');
  const [importing, setImporting] = useState(false);
  const [doomed, setDoomed] = useState<RateCard>();
  const cards = useQuery({ queryKey: ['charges', 'rate-cards'], queryFn: () => all(api.charges.rateCards({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['charges'] });
  useOffer(mayWrite ? [{ label: t('card.import'), run: () => setImporting(true) }] : []);
  if (cards.error) return <Trouble error={cards.error} retry={() => void cards.refetch()} />;
  if (!cards.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" className="quiet" maw={680}>{t('card.hint')}</Text>
        {mayWrite && <Button leftSection={<IconUpload size={16} />} onClick={() => setImporting(true)}>{t('card.import')}</Button>}
      </Group>
      {cards.data.length === 0 ? <Empty icon={IconTable} title={t('card.none')}>{t('card.noneHint')}</Empty> : (
        <Rows rows={cards.data} open={(id) => go({ part: 'charges', parts: ['rate-cards', id] })} remove={mayWrite ? setDoomed : undefined} />
      )}
      {chosen && <Prices id={chosen} close={() => go({ part: 'charges', parts: ['rate-cards'] })} />}
      {importing && <RateCardForm close={() => setImporting(false)} done={again} />}
      {doomed && <Sure title={t('card.deleteTitle', { name: doomed.name })} label={t('app:action.delete')} close={() => setDoomed(undefined)} done={again} run={() => api.charges.deleteRateCard(doomed.id)}>{t('card.deleteHint')}</Sure>}
    </>
  );
}

function Rows({ rows, open, remove }: { rows: RateCard[]; open: (id: string) => void; remove?: (card: RateCard) => void }) {
  const { t } = useTranslation('charges');
  const who = useWho();
  return (
    <div className="framed">
      <Table verticalSpacing="sm" aria-label={t('section.rate-cards')}>
        <Table.Thead>
          <Table.Tr><Table.Th>{t('card.name')}</Table.Th><Table.Th>{t('card.source')}</Table.Th><Table.Th ta="end">{t('card.rows')}</Table.Th><Table.Th>{t('card.imported')}</Table.Th><Table.Th aria-label={t('app:action.delete')} /></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((card) => (
            <Table.Tr key={card.id}>
              <Table.Td><UnstyledButton className="ch-link" fz="sm" fw={500} onClick={() => open(card.id)}><bdi>{card.name}</bdi></UnstyledButton></Table.Td>
              <Table.Td maw={320} dir="auto">{card.source || '–'}</Table.Td>
              <Table.Td ta="end" className="amount">{number(card.rows)}</Table.Td>
              <Table.Td><Moment at={card.createdAt} /> <Text size="xs" className="quiet" dir="auto">{who(card.createdBy)}</Text></Table.Td>
              <Table.Td ta="end">{remove && <ActionIcon variant="subtle" color="gray" aria-label={t('card.deleteOf', { name: card.name })} onClick={() => remove(card)}><IconTrash size={17} /></ActionIcon>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
