import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, reachesAll, useMe } from '../../lib/session';
import { filterOf, spanOf } from './data';

/** Why messages failed on these days, most first, and what can be done. Failures are not told apart by people or labels. */
export function Failures() {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const me = useMe();
  const { teamId, agentId, labelId, phoneNumberId } = filterOf(search);
  const period = spanOf(search);
  const told = may(me, 'messages:read') && reachesAll(me) && !teamId && !agentId && !labelId;
  const failures = useQuery({
    queryKey: ['reports', 'failures', period, phoneNumberId], enabled: told, placeholderData: keepPreviousData, refetchInterval: 60_000,
    queryFn: ({ signal }) => api.messages.failures({ ...period, phoneNumberId }, { signal }),
  });
  if (!told || !failures.data) return null;
  const { count, data } = failures.data;
  return (
    <Card title={t('failed.title')}>
      <Text size="sm" className="quiet" mb={data.length > 0 ? 'sm' : 0}>{count === 0 ? t('failed.none') : t('failed.count', { count, n: number(count) })}</Text>
      <Stack gap="sm" component="ul" className="rp-failures">
        {data.map(({ code, providerCode, count: n, failureReason: why }) => (
          <li key={`${code} ${providerCode}`}>
            <Text size="sm" dir="auto"><b className="amount">{number(n)}</b> · {why?.cause ?? code.replaceAll('_', ' ')}</Text>
            {why && <Text size="sm" className="quiet" dir="auto">{why.nextAction}</Text>}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
