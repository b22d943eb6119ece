import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconRefresh, IconStethoscope, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { may, useMe } from '../../lib/session';
import { plainly, useDoctor } from './data';

const colors = { critical: 'red', warning: 'orange', info: 'blue' };

/** What is wrong with sending and receiving, in the order in which it is to be settled. */
export function Doctor() {
  const { t } = useTranslation('onboarding');
  const doctor = useDoctor();
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={620}>{t('doctor.hint')}</Text>
        <Button variant="default" leftSection={<IconRefresh size={16} />} loading={doctor.isFetching} onClick={() => void doctor.refetch()}>{t('doctor.again')}</Button>
      </Group>
      {doctor.error ? <Trouble error={doctor.error} retry={() => void doctor.refetch()} /> : !doctor.data ? <Loading /> : doctor.data.findings.length === 0 ? (
        <Empty icon={IconStethoscope} title={t('doctor.none')}>{t('doctor.noneHint')}</Empty>
      ) : doctor.data.findings.map((f) => <Line key={f.id} value={f} />)}
    </>
  );
}

/** Where in this part a finding can be settled. */
function placeOf(id: string): string | undefined {
  const [name = '', about] = id.split('.');
  if (name.startsWith('checklist_')) return `checklist/${name.slice('checklist_'.length)}`;
  if (['token', 'account', 'no_account', 'webhook_signatures'].includes(name)) return 'accounts';
  if (name === 'payment') return 'checklist/payment_card';
  if (name === 'no_number' || about?.startsWith('num_')) return `numbers/${about ?? ''}`;
  return undefined;
}

function Line({ value: f }: { value: Finding }) {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const queries = useQueryClient();
  const fix = useMutation({
    mutationFn: () => api.onboarding.fix(f.id),
    onSuccess: (findings) => {
      queries.setQueryData(['onboarding', 'doctor'], findings);
      for (const key of ['phone-numbers', 'messaging-accounts']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  const place = placeOf(f.id);
  // What the checklist lacks has a name there; the rest is in the service's own words.
  const title = f.id.startsWith('checklist_') ? t(`item.${f.id.slice('checklist_'.length)}`, { defaultValue: f.what }) : f.what;
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2 dir="auto">{title}</h2><Badge variant="light" tt="none" color={colors[f.severity]}>{t(`severity.${f.severity}`)}</Badge>
      </div>
      <Text size="sm" className="quiet" dir="auto">{f.why}</Text>
      <Text size="sm" mt={4} dir="auto">{plainly(f.doThis)}</Text>
      {fix.error && <Alert color="red" role="alert" mt="xs">{explain(fix.error)}</Alert>}
      <Group gap="sm" mt="xs">
        {f.fixable && writes && <Button size="xs" leftSection={<IconTool size={15} />} loading={fix.isPending} onClick={() => fix.mutate()}>{t('doctor.fix')}</Button>}
        {place && <Anchor component={Link} to={`/onboarding/${place}` as never} size="sm">{t('doctor.go')}</Anchor>}
      </Group>
    </section>
  );
}
