import { Badge, Button, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assistant } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { tellError } from '../../lib/errors';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { CreateAssistant } from './create';
import { useAssistants, usePhoneNumbers } from './data';
import { EveryAssistant } from './every-assistant';

/** All assistants with how they stand. */
export function AssistantList() {
  const { t } = useTranslation('assistants');
  const { go } = usePlace();
  const mayWrite = may(useMe(), 'assistants:write');
  const [creating, setCreating] = useState(false);
  const list = useAssistants();
  useOffer(mayWrite ? [{ label: t('create'), keys: 'C', run: () => setCreating(true) }] : []);
  if (list.error) return <Trouble error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  return (
    <>
      <EveryAssistant mayWrite={mayWrite}>{mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>{t('create')}</Button>}</EveryAssistant>
      {list.data.length === 0 ? <Empty icon={IconRobot} title={t('none')}>{t('noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr><Table.Th>{t('name')}</Table.Th><Table.Th>{t('state')}</Table.Th><Table.Th>{t('numbers')}</Table.Th><Table.Th>{t('live')}</Table.Th><Table.Th>{t('changed')}</Table.Th><Table.Th>{t('on')}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>{list.data.map((a) => <Row key={a.id} value={a} mayWrite={mayWrite} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {creating && <CreateAssistant close={() => setCreating(false)} done={(id) => go({ part: 'assistants', parts: ['all', id] })} />}
    </>
  );
}

function Row({ value: a, mayWrite }: { value: Assistant; mayWrite: boolean }) {
  const { t } = useTranslation('assistants');
  const numbers = usePhoneNumbers();
  return (
    <Table.Tr>
      <Table.Td><Link to={`/assistants/all/${a.id}` as never} className="as-link"><bdi>{a.name}</bdi></Link></Table.Td>
      <Table.Td><AssistantState value={a} /></Table.Td>
      <Table.Td>{a.phoneNumberIds.length === 0 ? <span className="quiet">{t('noNumber')}</span> : a.phoneNumberIds.map((id) => <div key={id}><bdi className="amount">{numbers.find((n) => n.id === id)?.number ?? id}</bdi></div>)}</Table.Td>
      <Table.Td>
        {t('revision', { number: a.liveRevision })}
        {a.latestRevision > a.liveRevision && <Text size="xs" className="quiet">{t('draftWaits', { number: a.latestRevision })}</Text>}
      </Table.Td>
      <Table.Td><Moment at={a.updatedAt} /></Table.Td>
      <Table.Td><OnOff value={a} mayWrite={mayWrite} /></Table.Td>
    </Table.Tr>
  );
}

/** Whether an assistant answers, in a word. */
export function AssistantState({ value }: { value: Pick<Assistant, 'enabled' | 'phoneNumberIds'> }) {
  const { t } = useTranslation('assistants');
  const state = !value.enabled ? 'off' : value.phoneNumberIds.length === 0 ? 'idle' : 'answers';
  return <Badge variant="light" tt="none" color={state === 'answers' ? 'brand' : 'gray'}>{t(`states.${state}`)}</Badge>;
}

/** Switches an assistant on or off, at once. */
export function OnOff({ value, mayWrite }: { value: Pick<Assistant, 'id' | 'name' | 'enabled'>; mayWrite: boolean }) {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const flip = useMutation({
    mutationFn: (enabled: boolean) => api.assistants.update(value.id, { enabled }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['assistants'] }),
  });
  return <Switch aria-label={t('onOf', { name: value.name })} disabled={!mayWrite || flip.isPending} checked={flip.isPending ? flip.variables : value.enabled} onChange={(e) => flip.mutate(e.currentTarget.checked)} />;
}
