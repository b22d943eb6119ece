import { Button, Drawer, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Snippet } from '../../components/copy';
import { LabelledValue } from '../../components/labelled-value';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { tellError } from '../../lib/errors';
import { dateTime, number } from '../../lib/format';
import { useWho } from './data';

/** The prices of a card, as they were imported. */
export function Prices({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('charges');
  const who = useWho();
  const card = useQuery({ queryKey: ['charges', 'rate-card', id], retry: false, queryFn: () => api.charges.rateCard(id) });
  const value = card.data;
  return (
    <Drawer opened onClose={close} position="right" size="xl" title={<bdi>{value?.name ?? t('rateCard')}</bdi>}>
      {card.error && <Trouble error={card.error} />}
      {card.isLoading && <Loading />}
      {value && (
        <>
          <LabelledValue label={t('card.source')}><bdi>{value.source || '–'}</bdi></LabelledValue>
          <LabelledValue label={t('card.imported')}>{dateTime(value.createdAt)} · <bdi>{who(value.createdBy)}</bdi></LabelledValue>
          <LabelledValue label={t('card.rows')}>{number(value.rows)}</LabelledValue>
          <Group justify="space-between" my="xs" gap="sm">
            <Text size="xs" className="quiet" maw={420}>{t('card.pricesHint')}</Text>
            <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={() => void download(Promise.resolve(new Response(value.prices)), `${value.name}.csv`).catch(tellError)}>{t('exportCsv')}</Button>
          </Group>
          <Snippet label={t('card.prices')} text={value.prices} />
        </>
      )}
    </Drawer>
  );
}
