import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Broadcast, BroadcastRecipient } from '@service/sdk';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { useReason } from './status';

/** Why how many recipients failed, anew when there are more or fewer. */
function useFailures({ id, counts: { failed } }: Broadcast) {
  return useQuery({ queryKey: ['broadcast-failures', id, failed], queryFn: () => api.broadcasts.failures(id), enabled: failed > 0, placeholderData: (before) => before });
}

/** A figure that leads to the failed recipients. */
export function FailedLink({ broadcast: { id, counts } }: { broadcast: Broadcast }) {
  return <Anchor component={Link} to={`/broadcasts/${id}` as never} search={{ tab: 'recipients', state: 'failed' } as never} inherit c="inherit" underline="always">{number(counts.failed)}</Anchor>;
}

/** The reasons of all failures, most first, with what can be done. */
export function Failures({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useTranslation('broadcasts');
  const reason = useReason();
  const groups = useFailures(broadcast).data?.data ?? [];
  if (broadcast.counts.failed === 0 || groups.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">{t('whyFailed')}</Title>
      <Stack gap="sm">
        {groups.map(({ code, providerCode, count, failureReason: why }) => (
          <div key={`${code} ${providerCode}`}>
            <Text size="sm" dir="auto"><b className="amount">{number(count)}</b> · {why?.cause ?? reason(code)}</Text>
            {why && <Text size="sm" className="quiet" dir="auto">{why.nextAction}</Text>}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

/** Why one recipient failed. Only where a code has several reasons is the message itself asked. */
export function FailedBecause({ broadcast, recipient: { reason: code, messageId } }: { broadcast: Broadcast; recipient: BroadcastRecipient }) {
  const reason = useReason();
  const failures = useFailures(broadcast);
  const same = failures.data?.data.filter((f) => f.code === code) ?? [];
  const message = useQuery({ queryKey: ['message', messageId], queryFn: () => api.messages.get(messageId!), enabled: messageId !== null && same.length > 1, staleTime: 300_000 });
  const why = same.length === 1 ? same[0]!.failureReason : message.data?.failureReason;
  return why ? <div dir="auto">{why.cause}</div> : reason(code);
}
