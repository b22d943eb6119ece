import { ActionIcon, Badge, Group, Menu, Select, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconClock, IconDots, IconHistory, IconPencil, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberAvailability, RoutingAgent } from '@service/sdk';
import { Face } from '../../components/face';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { dateTime, number } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { AgentForm } from './agent-form';
import { AvailabilityForm, AvailabilityLog } from './availability';
import { Everybody } from './everybody';
import { useAgents, useAvailability, useTeams } from './data';
import { Status } from './status';

type Act = { what: 'skills' | 'availability' | 'log'; person: MemberAvailability };

/** Who takes conversations now, how many, and of which kind. */
export function People() {
  const { t } = useTranslation('routing');
  const me = useMe();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const mayWrite = may(me, 'teams:write');
  const [act, setAct] = useState<Act>();
  const people = useAvailability();
  const agents = useAgents();
  const teams = useTeams();
  const again = () => {
    void queries.invalidateQueries({ queryKey: ['availability'] });
    void queries.invalidateQueries({ queryKey: ['routing', 'agents'] });
  };
  if (people.error) return <Trouble error={people.error} retry={again} />;
  if (!people.data) return <Loading />;
  const team = teams.data?.find((x) => x.id === search.team);
  const shown = people.data.filter((p) => !team || team.userIds.includes(p.userId));
  const online = shown.filter((p) => p.status === 'online').length;
  const close = () => setAct(undefined);
  const saved = () => {
    again();
    close();
  };
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Group gap="sm">
          <Select size="xs" aria-label={t('team')} placeholder={t('anyTeam')} clearable value={team?.id ?? null} onChange={(v) => go({ part: 'routing', parts: ['people'], search: { team: v ?? undefined }, replace: true })} data={(teams.data ?? []).map((x) => ({ value: x.id, label: x.name }))} />
          <Text size="sm" className="quiet amount" role="status">{t('people.online', { n: number(online), of: number(shown.length) })}</Text>
        </Group>
        <Everybody />
      </Group>
      {shown.length === 0 ? <Empty icon={IconUsers} title={t('people.none')} /> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('name')}</Table.Th><Table.Th>{t('people.now')}</Table.Th><Table.Th ta="end">{t('people.capacity')}</Table.Th><Table.Th>{t('people.skills')}</Table.Th><Table.Th>{t('teams.title')}</Table.Th><Table.Th aria-label={t('acts')} /></Table.Tr></Table.Thead>
            <Table.Tbody>
              {shown.map((p) => (
                <Row key={p.userId} value={p} agent={agents.data?.find((a) => a.userId === p.userId)} teams={(teams.data ?? []).filter((x) => x.userIds.includes(p.userId)).map((x) => x.name)}
                  act={setAct} mayWrite={mayWrite} mayPause={may(me, 'conversations:write') && (mayWrite || p.userId === me.id)} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {act?.what === 'availability' && <AvailabilityForm value={act.person} close={close} done={saved} />}
      {act?.what === 'log' && <AvailabilityLog value={act.person} close={close} />}
      {act?.what === 'skills' && agents.data && <AgentForm name={act.person.name} id={act.person.userId} value={agents.data.find((a) => a.userId === act.person.userId)} close={close} done={saved} />}
    </>
  );
}

interface RowProps {
  value: MemberAvailability;
  agent?: RoutingAgent;
  teams: string[];
  act: (act: Act) => void;
  mayWrite: boolean;
  mayPause: boolean;
}

function Row({ value: p, agent, teams, act, mayWrite, mayPause }: RowProps) {
  const { t } = useTranslation('routing');
  return (
    <Table.Tr>
      <Table.Td><Group gap="xs" wrap="nowrap"><Face name={p.name} id={p.userId} size={30} /><Text size="sm" fw={500} dir="auto">{p.name}</Text></Group></Table.Td>
      <Table.Td>
        <Status value={p.status} />
        {(p.reason || p.until) && <Text size="xs" className="quiet" dir="auto">{[p.reason, p.until && t('people.until', { at: dateTime(p.until) })].filter(Boolean).join(' · ')}</Text>}
        {!p.until && p.since && <Text size="xs" className="quiet">{t('people.since')} <Moment at={p.since} /></Text>}
      </Table.Td>
      <Table.Td ta="end" className="amount">{number(p.capacity)}{agent?.ownCapacity === null && <Text size="xs" className="quiet">{t('people.ofAll')}</Text>}</Table.Td>
      <Table.Td><Group gap={4}>{agent?.skills.map((s) => <Badge key={s} variant="default" tt="none" fw={400}>{s}</Badge>)}</Group></Table.Td>
      <Table.Td>{teams.join(', ') || '–'}</Table.Td>
      <Table.Td ta="end">
        <Menu position="bottom-end">
          <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: p.name })}><IconDots size={18} /></ActionIcon></Menu.Target>
          <Menu.Dropdown>
            {mayPause && <Menu.Item leftSection={<IconClock size={16} />} onClick={() => act({ what: 'availability', person: p })}>{t('people.setAvailability')}</Menu.Item>}
            {mayWrite && <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'skills', person: p })}>{t('people.setSkills')}</Menu.Item>}
            <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => act({ what: 'log', person: p })}>{t('people.log')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}
