import { ActionIcon, Alert, Anchor, Badge, Button, Group, Menu, Progress, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconDots, IconHandStop, IconPencil, IconPigMoney, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BudgetDetail } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { LabelledValue } from '../../components/labelled-value';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { dateTime, dayText, money, number, percent } from '../../lib/format';
import { useLive } from '../../lib/live';
import { may, useMe } from '../../lib/session';
import { BudgetForm } from './budget-form';
import { useNameOf } from './data';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; budget: BudgetDetail };

/** What may be spent, how much of it is used, and what happens then. */
export function Budgets() {
  const { t } = useTranslation('charges');
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'charges:write');
  const [act, setAct] = useState<Act>();
  const budgets = useQuery({
    queryKey: ['charges', 'budgets'], refetchInterval: 15_000,
    queryFn: async () => Promise.all((await all(api.budgets.list({ limit: 200 }))).map((b) => api.budgets.get(b.id))),
  });
  const again = () => void queries.invalidateQueries({ queryKey: ['charges', 'budgets'] });
  useLive(['budget.'], again, again);
  const close = () => setAct(undefined);
  useOffer(mayWrite ? [{ label: t('budget.create'), keys: 'C', run: () => setAct({ what: 'create' }) }] : []);
  if (budgets.error) return <Trouble error={budgets.error} retry={again} />;
  if (!budgets.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" className="quiet" maw={680}>{t('budget.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('budget.create')}</Button>}
      </Group>
      {budgets.data.length === 0 ? <Empty icon={IconPigMoney} title={t('budget.none')}>{t('budget.noneHint')}</Empty> : (
        <div className="ch-budgets">{budgets.data.map((b) => <OneBudget key={b.id} value={b} act={mayWrite ? setAct : undefined} />)}</div>
      )}
      {act?.what === 'create' && <BudgetForm close={close} done={again} />}
      {act?.what === 'edit' && <BudgetForm value={act.budget} close={close} done={again} />}
      {act?.what === 'delete' && (
        <Sure title={t('budget.deleteTitle', { name: act.budget.name })} label={t('app:action.delete')} close={close} done={again} run={() => api.budgets.delete(act.budget.id)}>{t('budget.deleteHint')}</Sure>
      )}
    </>
  );
}

function OneBudget({ value: b, act }: { value: BudgetDetail; act?: (act: Act) => void }) {
  const { t } = useTranslation('charges');
  const nameOf = useNameOf();
  const { spent, committed, unpriced, firstDay, lastDay } = b.current;
  const part = (amount: string) => Math.min(100, (100 * Number(amount)) / Number(b.amount));
  const used = part(spent);
  return (
    <section className="card" aria-label={b.name}>
      <div className="ch-budget-head">
        <div>
          <h2 dir="auto">{b.name}</h2>
          <Text size="sm" className="quiet">{t(`budget.each_${b.period}`)} · {b.category ? nameOf('category', b.category) : t('budget.everything')}</Text>
        </div>
        <Group gap={6} wrap="nowrap">
          {b.closedUntil && <Badge color="red" variant="light" tt="none" leftSection={<IconHandStop size={12} />}>{t('budget.closed')}</Badge>}
          {act && (
            <Menu position="bottom-end">
              <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('budget.actsOf', { name: b.name })}><IconDots size={18} /></ActionIcon></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'edit', budget: b })}>{t('app:action.edit')}</Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act({ what: 'delete', budget: b })}>{t('app:action.delete')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </div>
      <Text fw={700} fz={21} className="amount" lh={1.3}>{money(spent, b.currency)} <Text span size="sm" fw={400} className="quiet">{t('budget.of', { amount: money(b.amount, b.currency), part: percent(b.current.percent / 100) })}</Text></Text>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={used} color={used >= 100 ? 'red.7' : 'brand.6'} />
        <Progress.Section value={Math.min(part(committed), 100 - used)} color="brand.3" />
      </Progress.Root>
      <div>
        <LabelledValue label={t('budget.period')}>{dayText(firstDay)}{lastDay !== firstDay && ` – ${dayText(lastDay)}`}</LabelledValue>
        <LabelledValue label={t('budget.committed')}>{money(committed, b.currency)}</LabelledValue>
        {unpriced > 0 && <LabelledValue label={t('column.unpriced')}>{number(unpriced)}</LabelledValue>}
        <LabelledValue label={t('budget.alerts')}>{b.alerts.length > 0 ? b.alerts.map((a) => percent(a / 100)).join(' · ') : t('budget.noAlerts')}</LabelledValue>
        <LabelledValue label={t('budget.then')}>{t(b.hardStop ? 'budget.stops' : 'budget.tells')}</LabelledValue>
      </div>
      {b.closedUntil && (
        <Alert color="red" variant="light">
          <Text size="sm">{t('budget.closedUntil', { at: dateTime(b.closedUntil) })} <Anchor component={Link} to={'/broadcasts' as never} search={{ status: 'paused' } as never} size="sm" c="inherit">{t('budget.paused')}</Anchor></Text>
        </Alert>
      )}
    </section>
  );
}
