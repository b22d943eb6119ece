import { Alert, Button, Group, Menu, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconHandStop, IconPlayerPlay, IconSettings } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantSettings } from '@service/sdk';
import { FormDialog, Sure } from '../../components/dialogs';
import { api } from '../../lib/api';
import { tellError } from '../../lib/errors';
import { duration, number } from '../../lib/format';

const times = [0, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 3 * 86400];

/** The head of the list, with what holds for every assistant: whether they answer at all, and when they get a conversation back. */
export function EveryAssistant({ mayWrite, children }: { mayWrite: boolean; children?: ReactNode }) {
  const { t } = useTranslation('assistants');
  const queries = useQueryClient();
  const [act, setAct] = useState<'stop' | 'settings' | 'forget'>();
  const settings = useQuery({ queryKey: ['assistants', 'settings'], queryFn: () => api.assistants.settings(), refetchInterval: 30_000 });
  const cache = useQuery({ queryKey: ['assistants', 'cache'], queryFn: () => api.assistants.cache() });
  const keep = (value: AssistantSettings) => queries.setQueryData(['assistants', 'settings'], value);
  const start = useMutation({ mutationFn: () => api.assistants.updateSettings({ stopped: false }), onSuccess: keep, onError: tellError });
  const close = () => setAct(undefined);
  return (
    <>
      {settings.data?.stopped && (
        <Alert color="red" icon={<IconHandStop size={18} />} title={t('every.stopped')} mb="md">
          <Group justify="space-between">{t('every.stoppedHint')}{mayWrite && <Button size="xs" leftSection={<IconPlayerPlay size={15} />} loading={start.isPending} onClick={() => start.mutate()}>{t('every.start')}</Button>}</Group>
        </Alert>
      )}
      <Group justify="space-between" mb="sm">
        <Text size="sm" className="quiet" maw={640}>{t('hint')}</Text>
        <Group gap="xs">
          {mayWrite && settings.data && (
            <Menu position="bottom-end">
              <Menu.Target><Button variant="default" leftSection={<IconSettings size={16} />}>{t('every.title')}</Button></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setAct('settings')}>{t('every.handBack')}</Menu.Item>
                <Menu.Item onClick={() => setAct('forget')} disabled={!cache.data?.answers}>{t('every.forget', { n: number(cache.data?.answers ?? 0) })}</Menu.Item>
                {!settings.data.stopped && <Menu.Item color="red" onClick={() => setAct('stop')}>{t('every.stop')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>
          )}
          {children}
        </Group>
      </Group>
      {act === 'stop' && <Sure title={t('every.stopTitle')} label={t('every.stop')} close={close} run={async () => keep(await api.assistants.updateSettings({ stopped: true }))}>{t('every.stopHint')}</Sure>}
      {act === 'forget' && (
        <Sure title={t('every.forgetTitle')} label={t('every.forgetDo')} close={close} run={() => api.assistants.clearCache()}
          done={() => { void cache.refetch(); notifications.show({ message: t('every.forgotten') }); }}>{t('every.forgetHint')}</Sure>
      )}
      {act === 'settings' && settings.data && <HandBack value={settings.data} close={close} saved={keep} />}
    </>
  );
}

function HandBack({ value, close, saved }: { value: AssistantSettings; close: () => void; saved: (value: AssistantSettings) => void }) {
  const { t } = useTranslation('assistants');
  const [seconds, setSeconds] = useState(String(value.handBackSeconds));
  const save = useMutation({
    mutationFn: () => api.assistants.updateSettings({ handBackSeconds: Number(seconds) }),
    onSuccess: (settings) => {
      saved(settings);
      close();
    },
  });
  const choices = [...new Set([...times, value.handBackSeconds])].sort((a, b) => a - b);
  return (
    <FormDialog title={t('every.handBack')} close={close} pending={save.isPending} save={() => save.mutate()} error={save.error}>
      <Select label={t('every.after')} description={t('every.afterHint')} allowDeselect={false} value={seconds} onChange={(v) => setSeconds(v ?? '0')}
        data={choices.map((s) => ({ value: String(s), label: s ? duration(s) : t('never') }))} />
    </FormDialog>
  );
}
