import { SegmentedControl, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FiguresReport, ReportGroup } from '@service/sdk';
import { Card } from '../../components/sections';
import { dayText, number } from '../../lib/format';
import { lengthOf } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { took, useNameOf } from './data';
import { Count } from './parts';

export const groupings = ['day', 'team', 'agent', 'label', 'phone_number', 'hour'] as const;
export type Grouping = (typeof groupings)[number];
const maxHourDays = 31;

/** Which groupings the service has for a filter: what is of one team, agent or label is not broken down again. */
export function possible(search: Search, days: number): Grouping[] {
  const narrowed = Boolean(search.teamId ?? search.agentId ?? search.labelId);
  return groupings.filter((g) => g === 'day' || (g === 'hour' ? days <= maxHourDays : !narrowed && !(g === 'phone_number' && search.phoneNumberId)));
}

/** The figures of each day, team, agent, label, number or hour. */
export function Groups({ report, by, fresh, office, put }: { report: FiguresReport; by: Grouping; fresh: boolean; office: boolean; put: (more: Search) => void }) {
  const { t } = useTranslation('reports');
  const { search } = usePlace();
  const nameOf = useNameOf();
  const rows: ReportGroup[] = by === 'day' ? report.days.map(({ date, ...rest }) => ({ id: date, ...rest })).toReversed() : (fresh && report.groups) || [];
  const named = (id: string) => (by === 'day' ? dayText(id, { weekday: 'short', day: 'numeric', month: 'short' }) : nameOf(by, id));
  const scored = report.report === 'ratings';
  const times = rows.some((r) => r.times);
  return (
    <Card title={t('breakdown')}>
      <div className="rp-scroll">
        <SegmentedControl size="xs" mb="sm" aria-label={t('breakdown')} value={by} onChange={(v) => put({ by: v === 'day' ? undefined : v })}
          data={possible(search, lengthOf(report)).map((value) => ({ value, label: t(`by.${value}`) }))} />
      </div>
      <Table.ScrollContainer minWidth={times ? 560 : 320}>
        <Table verticalSpacing={6} aria-label={`${t('breakdown')}: ${t(`by.${by}`)}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`by.${by}`)}</Table.Th><Table.Th ta="end">{t('count')}</Table.Th>
              {times && (['p50Ms', 'p90Ms', 'p95Ms', 'averageMs'] as const).map((n) => <Table.Th key={n} ta="end">{t(`time.${n}`)}</Table.Th>)}
              {scored && <Table.Th ta="end">{t('averageScore')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((r) => {
              const of = office ? r.officeTimes : r.times;
              return (
                <Table.Tr key={r.id}>
                  <Table.Th scope="row" fw={500}><bdi>{named(r.id)}</bdi></Table.Th>
                  <Table.Td ta="end"><Count n={r.count} label={named(r.id)} open={by === 'hour' ? undefined : () => put({ items: `${by} ${r.id}` })} /></Table.Td>
                  {times && (['p50Ms', 'p90Ms', 'p95Ms', 'averageMs'] as const).map((n) => <Table.Td key={n} ta="end" className="amount">{of && r.count > 0 ? took(of[n]) : '–'}</Table.Td>)}
                  {scored && <Table.Td ta="end" className="amount">{r.averageScore === undefined ? '–' : number(Math.round(r.averageScore * 100) / 100)}</Table.Td>}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
