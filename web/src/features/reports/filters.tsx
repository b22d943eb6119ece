import { Group, Select, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PeriodPicker } from '../../components/period';
import { today } from '../../lib/period';
import { usePlace, type Search } from '../../lib/place';
import { useMe } from '../../lib/session';
import { spanOf, useLabels, useNumbers, useTeams, useUsers, zone, type SectionName } from './data';
import { numbersOf, seesEverybody, teamsOf } from './reach';

const whose = ['teamId', 'agentId', 'labelId'] as const;

/** Whose figures. They are added up by each of team, agent and label alone, so one can be chosen. */
export function Whose({ section, labels: byLabel = true }: { section: SectionName; labels?: boolean }) {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const me = useMe();
  const [everyTeam, everyUser, everyLabel, everyNumber] = [useTeams(), useUsers(), useLabels(), useNumbers()];
  // Only what they see is offered (reach.ts).
  const everybody = seesEverybody(me);
  const teams = everyTeam.filter((x) => teamsOf(me)?.includes(x.id) ?? true);
  const users = everybody ? everyUser.map((x) => ({ id: x.id, name: x.name ?? x.email })) : [{ id: me.id, name: me.name }];
  const labels = everybody && byLabel ? everyLabel : [];
  const numbers = everyNumber.filter((x) => numbersOf(me)?.includes(x.id) ?? true);
  const put = (more: Search) => go({ part: 'reports', parts: [section], search: { ...search, ...more }, replace: true });
  const by = whose.find((w) => search[w] && (byLabel || w !== 'labelId'));
  const choose = (value: string | null) => {
    const [kind, id] = value?.split(' ') ?? [];
    put({ teamId: undefined, agentId: undefined, labelId: undefined, ...(kind && { [kind]: id, by: undefined }) });
  };
  return (
    <>
      <Select size="xs" w={200} label={t('whose')} placeholder={t('everybody')} clearable={everybody} allowDeselect={everybody} searchable value={by ? `${by} ${search[by]}` : null} onChange={choose}
        data={[
          { group: t('by.team'), items: teams.map((x) => ({ value: `teamId ${x.id}`, label: x.name })) },
          { group: t('by.agent'), items: users.map((x) => ({ value: `agentId ${x.id}`, label: x.name })) },
          { group: t('by.label'), items: labels.map((x) => ({ value: `labelId ${x.id}`, label: x.name })) },
        ].filter((g) => g.items.length > 0)} />
      {numbers.length > 1 && (
        <Select size="xs" w={190} label={t('by.phone_number')} placeholder={t('allNumbers')} clearable={!numbersOf(me)} allowDeselect={!numbersOf(me)} value={search.phoneNumberId ?? null} onChange={(v) => put({ phoneNumberId: v ?? undefined })}
          data={numbers.map((n) => ({ value: n.id, label: n.number }))} />
      )}
    </>
  );
}

/** Which days, and whose. */
export function Filters({ section, compare = true }: { section: SectionName; compare?: boolean }) {
  const { t } = useTranslation('reports');
  const { search, go } = usePlace();
  const put = (more: Search) => go({ part: 'reports', parts: [section], search: { ...search, ...more }, replace: true });
  return (
    <>
      <Group className="filters" gap="sm" align="end" mb="xs">
        <PeriodPicker value={spanOf(search)} now={today()} onChange={(p) => put({ ...p, items: undefined })} />
        <Whose section={section} />
        {compare && <Switch size="xs" pb={6} label={t('compare')} checked={search.compare !== 'no'} onChange={(e) => put({ compare: e.currentTarget.checked ? undefined : 'no' })} />}
      </Group>
      <Text size="xs" className="quiet" mb="md">{t('zone', { zone: zone() })}</Text>
    </>
  );
}
