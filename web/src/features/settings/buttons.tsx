import { ActionIcon, Badge, Button, Menu, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBolt, IconDots, IconExternalLink, IconHistory, IconKey, IconPencil, IconPlus, IconSquareRoundedPlus, IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Button as ActionButton, Me } from '@service/sdk';
import { ShownOnce } from '../../components/copy';
import { Sure } from '../../components/dialogs';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { may, useMe } from '../../lib/session';
import { ButtonForm } from './button-form';
import { ButtonPresses } from './button-presses';
import { RotateButtonSecret } from './button-secret';
import { TryButton } from './button-try';
import { reachesAll, useTeams } from './data';
import { Head } from './section';

type What = 'edit' | 'try' | 'presses' | 'rotate' | 'delete';
type Act = { what: 'create' } | { what: What; button: ActionButton };

/** What calls a system is told of contacts, so it takes the right for webhooks, too. */
const mayChange = (me: Me, button: ActionButton) => mayWrite(me) && (button.kind === 'open_url' || may(me, 'webhooks:write'));
const mayWrite = (me: Me) => may(me, 'teams:write') && reachesAll(me);

/** The workspace's own buttons in conversations. */
export function Buttons() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const writes = mayWrite(useMe());
  const [act, setAct] = useState<Act>();
  const [secret, setSecret] = useState<string>();
  const buttons = useQuery({ queryKey: ['action-buttons'], queryFn: () => all(api.buttons.list({ limit: 200 })) });
  const again = () => {
    void queries.invalidateQueries({ queryKey: ['action-buttons'] });
    void queries.invalidateQueries({ queryKey: ['buttons'] }); // those of conversations
  };
  const close = () => setAct(undefined);
  const made = (shown?: string) => {
    again();
    close();
    setSecret(shown);
  };
  useOffer(writes ? [{ label: t('buttons.create'), keys: 'N', run: () => setAct({ what: 'create' }) }] : []);
  return (
    <>
      <Head title={t('buttons.title')} hint={t('buttons.hint')}>
        {writes && buttons.data && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('buttons.create')}</Button>}
      </Head>
      {buttons.error ? <Trouble error={buttons.error} retry={again} /> : !buttons.data ? <Loading /> : buttons.data.length === 0 ? <Empty icon={IconSquareRoundedPlus} title={t('buttons.none')}>{t('buttons.noneHint')}</Empty> : (
        <div className="framed">
          <Table verticalSpacing="sm">
            <Table.Thead><Table.Tr><Table.Th>{t('buttons.label')}</Table.Th><Table.Th>{t('buttons.leads')}</Table.Th><Table.Th>{t('replies.for')}</Table.Th><Table.Th aria-label={t('acts')} /></Table.Tr></Table.Thead>
            <Table.Tbody>{buttons.data.map((b) => <Row key={b.id} value={b} act={(what) => setAct({ what, button: b })} />)}</Table.Tbody>
          </Table>
        </div>
      )}
      {act && (act.what === 'create' || act.what === 'edit') && <ButtonForm value={act.what === 'edit' ? act.button : undefined} close={close} done={made} />}
      {act?.what === 'try' && <TryButton button={act.button} close={close} />}
      {act?.what === 'presses' && <ButtonPresses button={act.button} close={close} />}
      {act?.what === 'rotate' && <RotateButtonSecret button={act.button} close={close} made={made} />}
      {act?.what === 'delete' && <Sure title={t('buttons.deleteTitle', { name: act.button.label })} label={t('delete')} close={close} done={again} run={() => api.buttons.delete(act.button.id)}>{t('buttons.deleteHint')}</Sure>}
      {secret && <ShownOnce title={t('buttons.secret')} value={secret} close={() => setSecret(undefined)}><Text size="sm">{t('buttons.secretHint')}</Text></ShownOnce>}
    </>
  );
}

function Row({ value: button, act }: { value: ActionButton; act: (what: What) => void }) {
  const { t } = useTranslation('settings');
  const me = useMe();
  const teams = useTeams().data;
  const writes = mayChange(me, button);
  const calls = button.kind === 'post';
  const Sign = calls ? IconBolt : IconExternalLink;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}><bdi>{button.label}</bdi></Text>
        <Text size="xs" className="quiet"><Sign size={13} aria-hidden className="inline-icon" /> {t(`buttons.kind_${button.kind}`)}</Text>
      </Table.Td>
      <Table.Td><Text size="xs" className="mono button-url"><bdi>{button.url}</bdi></Text></Table.Td>
      <Table.Td>
        {button.teamIds.length === 0 ? <span className="quiet">{t('replies.everybody')}</span>
          : button.teamIds.map((id) => <Badge key={id} variant="light" color="blue" tt="none" me={4}><bdi>{teams?.find((x) => x.id === id)?.name ?? id}</bdi></Badge>)}
      </Table.Td>
      <Table.Td ta="end">
        <Menu position="bottom-end">
          <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: button.label })}><IconDots size={18} /></ActionIcon></Menu.Target>
          <Menu.Dropdown>
            {may(me, 'conversations:read') && <Menu.Item leftSection={<IconTestPipe size={16} />} onClick={() => act('try')}>{t('buttons.try')}</Menu.Item>}
            {calls && <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => act('presses')}>{t('buttons.presses')}</Menu.Item>}
            {writes && <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act('edit')}>{t('edit')}</Menu.Item>}
            {writes && calls && <Menu.Item leftSection={<IconKey size={16} />} onClick={() => act('rotate')}>{t('buttons.rotate')}</Menu.Item>}
            {writes && <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => act('delete')}>{t('delete')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}
