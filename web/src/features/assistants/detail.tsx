import { Anchor, Button, Group, Menu, Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantDetail } from '@service/sdk';
import { Sure } from '../../components/dialogs';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useLive } from '../../lib/live';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Autonomy } from './autonomy';
import { ConfigForm } from './config-form';
import { useAssistant } from './data';
import { DraftNote } from './draft-note';
import { Evaluations } from './evaluations';
import { AssistantState, OnOff } from './list';
import { Publish } from './publish';
import { RenameAssistant } from './rename';
import { Revisions } from './revisions';
import { TestBench } from './test-bench';

const tabs = ['config', 'test', 'revisions', 'evaluations', 'autonomy'] as const;

/** One assistant: what it says, what it may do, and how good it is. */
export function AssistantPage({ id }: { id: string }) {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const assistant = useAssistant(id);
  const again = () => void queries.invalidateQueries({ queryKey: ['assistants'] });
  useLive(['assistant.'], again, again);
  return (
    <>
      <Anchor component={Link} to={'/assistants/all' as never} size="sm"><IconArrowLeft size={14} className="as-inline as-turn" aria-hidden /> {t('allAssistants')}</Anchor>
      {assistant.error ? <Trouble error={assistant.error} retry={() => void assistant.refetch()} /> : !assistant.data ? <Loading /> : <Shown value={assistant.data} again={again} />}
    </>
  );
}

function Shown({ value: a, again }: { value: AssistantDetail; again: () => void }) {
  const { t } = useTranslation('assistants');
  const { search, go } = usePlace();
  const mayWrite = may(useMe(), 'assistants:write');
  const [act, setAct] = useState<'rename' | 'delete'>();
  const [publishing, setPublishing] = useState<number>();
  const shown = tabs.filter((name) => name !== 'test' || mayWrite);
  const tab = shown.find((name) => name === search.tab) ?? 'config';
  const close = () => setAct(undefined);
  return (
    <>
      <Group justify="space-between" mt="xs" mb="md" gap="sm">
        <Group gap="xs"><h2 className="as-name"><bdi>{a.name}</bdi></h2><AssistantState value={a} /></Group>
        {mayWrite && (
          <Group gap="sm">
            <OnOff value={a} mayWrite />
            <Menu position="bottom-end">
              <Menu.Target><Button variant="default" px="xs" aria-label={t('actsOf', { name: a.name })}><IconDots size={18} /></Button></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAct('rename')}>{t('rename')}</Menu.Item>
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAct('delete')}>{t('delete')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Group>
      {a.draft && <DraftNote assistant={a} draft={a.draft} publish={mayWrite ? setPublishing : undefined} />}
      <Tabs value={tab} keepMounted={false} onChange={(v) => go({ part: 'assistants', parts: ['all', a.id], search: { tab: v === 'config' ? undefined : v ?? undefined }, replace: true })}>
        <Tabs.List mb="md" className="as-tabs">{shown.map((name) => <Tabs.Tab key={name} value={name}>{t(`tab.${name}`)}</Tabs.Tab>)}</Tabs.List>
        <Tabs.Panel value="config"><ConfigForm key={a.latestRevision} assistant={a} mayWrite={mayWrite} saved={again} /></Tabs.Panel>
        <Tabs.Panel value="test"><TestBench assistant={a} /></Tabs.Panel>
        <Tabs.Panel value="revisions"><Revisions assistant={a} publish={mayWrite ? setPublishing : undefined} /></Tabs.Panel>
        <Tabs.Panel value="evaluations"><Evaluations assistant={a} mayWrite={mayWrite} publish={mayWrite ? setPublishing : undefined} /></Tabs.Panel>
        <Tabs.Panel value="autonomy"><Autonomy assistant={a} mayWrite={mayWrite} /></Tabs.Panel>
      </Tabs>
      {publishing !== undefined && <Publish assistant={a} number={publishing} close={() => setPublishing(undefined)} done={again} />}
      {act === 'rename' && <RenameAssistant value={a} close={close} done={again} />}
      {act === 'delete' && (
        <Sure title={t('deleteTitle', { name: a.name })} label={t('delete')} close={close} run={() => api.assistants.delete(a.id)}
          done={() => { again(); go({ part: 'assistants', parts: ['all'], replace: true }); }}>{t('deleteHint')}</Sure>
      )}
    </>
  );
}
