import { Alert, Loader, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Broadcast } from '@service/sdk';
import { number } from '../../lib/format';

/** How far the audience is expanded. Of a table nothing is known until it is read. */
export function Preparing({ broadcast: { preparation: { state, done, total } }, recipients }: { broadcast: Broadcast; recipients: number }) {
  const { t } = useTranslation('broadcasts');
  if (state === 'failed' || state === 'canceled') return <Alert color="red" role="alert">{t('prepareFailed')}</Alert>;
  const part = total > 0 ? Math.min((done / total) * 100, 100) : 0;
  return (
    <Alert color="blue" icon={<Loader size={16} />}>
      <div role="status">
        <Text size="sm">{t('preparing', { count: recipients, n: number(recipients) })}</Text>
        {total > 0 && <Text size="sm">{done > 0 ? t('preparedOf', { done: number(done), total: number(total) }) : t('readingTable', { count: total, n: number(total) })}</Text>}
      </div>
      {total > 0 && <Progress mt="xs" value={done > 0 ? part : 100} animated={done === 0} aria-label={t('step.audience')} />}
    </Alert>
  );
}
