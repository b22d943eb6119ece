import { Group, Select, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PeriodPicker } from '../../components/period';
import { today } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { spanOf, useLabels, useNumbers, useTeams, useUsers, zone, type SectionName } from './data';

const whose = ['teamId', 'agentId', 'labelId'] as const;

/** Which days, and whose. Figures are added up by each of team, agent and label alone, so one can be chosen. */
export function Filters({ section, labels = true, compare = true }: { section: SectionName; labels?: boolean; compare?: boolean }) {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const [teams, users, all, numbers] = [useTeams(), useUsers(), useLabels(), useNumbers()];
  const put = (more: Search) => go({ part: 'reports', parts: [section], search: { ...search, ...more }, replace: true });
  const by = whose.find((w) => search[w]);
  const choose = (value: string | null) => {
    const [kind, id] = value?.split(' ') ?? [];
    put({ teamId: undefined, agentId: undefined, labelId: undefined, ...(kind && { [kind]: id, by: undefined }) });
  };
  return (
    <>
      <Group gap="sm" align="end" mb="xs">
        <PeriodPicker value={spanOf(search)} now={today()} onChange={(p) => put({ ...p, items: undefined })} />
        <Select size="xs" w={200} label={t('whose')} placeholder={t('everybody')} clearable searchable value={by ? `${by} ${search[by]}` : null} onChange={choose}
          data={[
            { group: t('by.team'), items: teams.map((x) => ({ value: `teamId ${x.id}`, label: x.name })) },
            { group: t('by.agent'), items: users.map((x) => ({ value: `agentId ${x.id}`, label: x.name ?? x.email })) },
            ...(labels ? [{ group: t('by.label'), items: all.map((x) => ({ value: `labelId ${x.id}`, label: x.name })) }] : []),
          ].filter((g) => g.items.length > 0)} />
        {numbers.length > 1 && (
          <Select size="xs" w={190} label={t('by.phone_number')} placeholder={t('allNumbers')} clearable value={search.phoneNumberId ?? null} onChange={(v) => put({ phoneNumberId: v ?? undefined })}
            data={numbers.map((n) => ({ value: n.id, label: n.number }))} />
        )}
        {compare && <Switch size="xs" pb={6} label={t('compare')} checked={search.compare !== 'no'} onChange={(e) => put({ compare: e.currentTarget.checked ? undefined : 'no' })} />}
      </Group>
      <Text size="xs" className="quiet" mb="md">{t('zone', { zone: zone() })}</Text>
    </>
  );
}
