import { Alert, Anchor, Group, SegmentedControl, Select, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconReceipt } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../components/figure';
import { PeriodPicker } from '../../components/period';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { number, percent } from '../../lib/format';
import { periodOf, utcToday, type Period } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { later } from '../../lib/later';
import { Breakdown } from './breakdown';
import { useSums, worth } from './data';
import { totalsOf, type Total } from './sums';

const Days = later(() => import('./charts').then((m) => ({ default: m.Days })));
const Categories = later(() => import('./charts').then((m) => ({ default: m.Categories })));

/** What a period cost: the sums, the days, and what they are made of. */
export function Overview() {
  const { t } = useTranslation('charges');
  const { search, go } = usePlace();
  const period = periodOf(search, 30, utcToday());
  const sums = useSums('day', period);
  const put = (more: Search) => go({ part: 'charges', parts: ['overview'], search: { ...search, ...more }, replace: true });
  const totals = totalsOf(sums.data?.data ?? []);
  const total = totals.find((x) => (x.currency ?? '') === search.currency) ?? totals[0];
  const free = Number(total?.amount) === 0; // amounts of nothing make no chart
  return (
    <>
      <Group mb="md" gap="sm" align="end">
        <PeriodPicker value={period} now={utcToday()} onChange={(p) => put({ ...p })} />
        {totals.length > 1 && total && (
          <Select size="xs" w={130} label={t('currency')} allowDeselect={false} value={total.currency ?? ''} onChange={(currency) => put({ currency: currency ?? undefined })}
            data={totals.map((x) => ({ value: x.currency ?? '', label: x.currency ?? t('notKnown') }))} />
        )}
      </Group>
      {sums.isLoading && <Loading />}
      {sums.error && <Trouble error={sums.error} retry={() => void sums.refetch()} />}
      {sums.data && !total && <Empty icon={IconReceipt} title={t('none')}>{t('noneHint')}</Empty>}
      {sums.data && total && (
        <>
          <Figures totals={totals} />
          <Charts period={period} total={total} what={search.show === 'count' || search.show === 'amount' ? search.show : free ? 'count' : 'amount'} show={(show) => put({ show })} />
          <Breakdown period={period} currency={total.currency} put={put} />
        </>
      )}
    </>
  );
}

function Figures({ totals }: { totals: Total[] }) {
  const { t } = useTranslation('charges');
  const sum = (name: 'count' | 'free' | 'unpriced') => totals.reduce((n, x) => n + x[name], 0);
  const spent = totals.reduce((n, x) => n + Number(x.amount), 0);
  const added = totals.reduce((n, x) => n + Number(x.markup), 0);
  return (
    <>
      {sum('unpriced') > 0 && (
        <Alert color="yellow" variant="light" mb="md" icon={<IconAlertTriangle size={18} />}>
          <Text size="sm" c="var(--warn-text)">
            {t('unpricedHint', { count: sum('unpriced'), n: number(sum('unpriced')) })}{' '}
            <Anchor component={Link} to={'/charges/rate-cards' as never} size="sm" c="inherit">{t('section.rate-cards')}</Anchor>
          </Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
        <Figure label={t('figure.amount')} value={totals.map((x) => <div key={x.currency ?? ''}>{worth(x.amount, x.currency)}</div>)} hint={t('figure.amountHint')} />
        <Figure label={t('figure.count')} value={number(sum('count'))} hint={t('figure.countHint')} />
        <Figure label={t('figure.free')} value={number(sum('free'))} hint={sum('count') > 0 ? percent(sum('free') / sum('count')) : undefined} />
        <Figure label={t('figure.markup')} value={percent(spent > 0 ? added / spent : 0)} hint={t('figure.markupHint')} />
      </SimpleGrid>
    </>
  );
}

function Charts({ period, total, what, show }: { period: Period; total: Total; what: 'amount' | 'count'; show: (what: string) => void }) {
  const { t } = useTranslation('charges');
  const days = useSums('day', period).data?.data.filter((x) => x.currency === total.currency) ?? [];
  const categories = useSums('category', period).data?.data.filter((x) => x.currency === total.currency) ?? [];
  return (
    <div className="ch-two">
      <Card title={t('byDay')} actions={(
        <SegmentedControl size="xs" aria-label={t('show')} value={what} onChange={show} data={(['amount', 'count'] as const).map((value) => ({ value, label: t(`column.${value}`) }))} />
      )}>
        <Suspense fallback={<Loading />}><Days period={period} days={days} what={what} currency={total.currency} /></Suspense>
      </Card>
      <Card title={t('byCategory')}>
        <Suspense fallback={<Loading />}><Categories rows={categories} what={what} currency={total.currency} /></Suspense>
      </Card>
    </div>
  );
}
