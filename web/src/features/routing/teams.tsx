import { Badge, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Face } from '../../components/face';
import { LabelledValue } from '../../components/labelled-value';
import { Card } from '../../components/sections';
import { Empty, Loading, Trouble } from '../../components/states';
import { hoursInWords } from '../../components/week-hours';
import { api } from '../../lib/api';
import { number } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { useAvailability, useCalendars, useNumbers, useTeamRouting, useTeams } from './data';
import { Dot } from './status';
import { TeamForm } from './team-form';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; team: Team };

/** Teams with their people, their hours, and how they share work. */
export function Teams() {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  const mayWrite = may(useMe(), 'teams:write');
  const [act, setAct] = useState<Act>();
  const teams = useTeams();
  const again = () => {
    void queries.invalidateQueries({ queryKey: ['teams'] });
    void queries.invalidateQueries({ queryKey: ['routing', 'teams'] });
  };
  const close = () => setAct(undefined);
  if (teams.error) return <Trouble error={teams.error} retry={again} />;
  if (!teams.data) return <Loading />;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={620}>{t('teams.hint')}</Text>
        {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('teams.create')}</Button>}
      </Group>
      {teams.data.length === 0 && <Empty icon={IconUsersGroup} title={t('teams.none')}>{t('teams.noneHint')}</Empty>}
      <div className="ro-cards">{teams.data.map((team) => <TeamCard key={team.id} value={team} act={mayWrite ? setAct : undefined} />)}</div>
      {act?.what === 'create' && <TeamForm close={close} done={() => { again(); close(); }} />}
      {act?.what === 'edit' && <TeamForm value={act.team} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'delete' && <Sure title={t('teams.deleteTitle', { name: act.team.name })} label={t('delete')} close={close} done={again} run={() => api.teams.delete(act.team.id)}>{t('teams.deleteHint')}</Sure>}
    </>
  );
}

function TeamCard({ value: team, act }: { value: Team; act?: (act: Act) => void }) {
  const { t, i18n } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const people = useAvailability().data ?? [];
  const teams = useTeams().data ?? [];
  const numbers = useNumbers();
  const calendars = useCalendars().data ?? [];
  const how = useTeamRouting(team.id).data;
  const shift = calendars.find((c) => c.id === how?.shiftCalendarId);
  return (
    <Card title={team.name} actions={act && (
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} aria-label={`${shared('action.edit')}: ${team.name}`} onClick={() => act({ what: 'edit', team })}>{shared('action.edit')}</Button>
        <Button size="xs" variant="default" px={8} aria-label={`${shared('action.delete')}: ${team.name}`} onClick={() => act({ what: 'delete', team })}><IconTrash size={14} /></Button>
      </Group>
    )}>
      <ul className="ro-members" aria-label={t('teams.members')}>
        {team.userIds.map((id) => {
          const person = people.find((p) => p.userId === id);
          return <li key={id}><Face name={person?.name ?? '?'} id={id} size={26} /><bdi>{person?.name ?? t('gone')}</bdi>{person && <Dot status={person.status} />}{id === team.leadUserId && <Badge size="xs" variant="light" tt="none">{t('teams.lead')}</Badge>}</li>;
        })}
        {team.userIds.length === 0 && <li className="quiet">{t('teams.noMembers')}</li>}
      </ul>
      <LabelledValue label={t('teams.method')}>{t(`method.${team.method}`)}</LabelledValue>
      <LabelledValue label={t('teams.numbers')}>{team.phoneNumberIds.length === 0 ? t('teams.noNumbers') : team.phoneNumberIds.map((id) => <div key={id}><bdi className="amount">{numbers.find((n) => n.id === id)?.number ?? id}</bdi></div>)}</LabelledValue>
      {how && (
        <>
          <LabelledValue label={t('teams.shift')}>{how.shiftCalendarId ? <>{shift?.name ?? t('gone')}{shift && <Text size="xs" className="quiet">{hoursInWords(i18n.language, shift.hours) || shared('hours.closed')}</Text>}</> : t('teams.always')}</LabelledValue>
          <LabelledValue label={t('teams.keeps')}>{how.stickyDays > 0 ? t('teams.days', { n: number(how.stickyDays) }) : t('never')}</LabelledValue>
          {how.agentLimit > 0 && <LabelledValue label={t('teams.limit')}>{number(how.agentLimit)}</LabelledValue>}
          {how.overflow && <LabelledValue label={t('target.overflow')}>{t('target.overflowTo', { n: number(how.overflow.afterMinutes), name: teams.find((x) => x.id === how.overflow!.teamId)?.name ?? t('gone') })}</LabelledValue>}
        </>
      )}
    </Card>
  );
}
