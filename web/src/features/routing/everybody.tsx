import { Button, NumberInput, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingSettings } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, reachesAll, useMe } from '../../lib/session';

/** What holds for every member who has nothing of their own. */
export function Everybody() {
  const { t } = useTranslation('routing');
  const me = useMe();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const settings = useQuery({ queryKey: ['routing', 'settings'], queryFn: () => api.routing.settings() });
  if (!settings.data || !may(me, 'teams:write') || !reachesAll(me)) return null;
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconSettings size={15} />} onClick={() => setOpen(true)}>{t('everybody.title')}</Button>
      {open && (
        <SettingsForm value={settings.data} close={() => setOpen(false)} saved={(next) => {
          queries.setQueryData(['routing', 'settings'], next);
          void queries.invalidateQueries({ queryKey: ['routing', 'agents'] });
          void queries.invalidateQueries({ queryKey: ['availability'] });
        }} />
      )}
    </>
  );
}

function SettingsForm({ value, close, saved }: { value: RoutingSettings; close: () => void; saved: (settings: RoutingSettings) => void }) {
  const { t } = useTranslation('routing');
  const [capacity, setCapacity] = useState<string | number>(value.capacity);
  const [requeue, setRequeue] = useState<string | number>(value.requeueAfterMinutes || 15);
  const [goesBack, setGoesBack] = useState(value.requeueAfterMinutes > 0);
  const [unreachable, setUnreachable] = useState<string | number>(value.unreachableAfterSeconds || 90);
  const [notices, setNotices] = useState(value.unreachableAfterSeconds > 0);
  const save = useMutation({
    mutationFn: () => api.routing.updateSettings({ capacity: Number(capacity), requeueAfterMinutes: goesBack ? Number(requeue) : 0, unreachableAfterSeconds: notices ? Number(unreachable) : 0 }),
    onSuccess: (settings) => {
      saved(settings);
      close();
    },
  });
  const fault = (pointer: string) => faultOf(save.error, pointer);
  return (
    <FormDialog title={t('everybody.title')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/capacity', '/requeueAfterMinutes', '/unreachableAfterSeconds']) ? undefined : save.error}>
      <NumberInput label={t('people.capacity')} description={t('people.capacityHint')} min={0} data-autofocus value={capacity} onChange={setCapacity} error={fault('/capacity')} />
      <Switch label={t('everybody.goesBack')} checked={goesBack} onChange={(e) => setGoesBack(e.currentTarget.checked)} />
      {goesBack && <NumberInput label={t('everybody.minutes')} min={1} value={requeue} onChange={setRequeue} error={fault('/requeueAfterMinutes')} />}
      <Switch label={t('everybody.notices')} checked={notices} onChange={(e) => setNotices(e.currentTarget.checked)} />
      {notices && <NumberInput label={t('everybody.seconds')} min={30} max={3600} value={unreachable} onChange={setUnreachable} error={fault('/unreachableAfterSeconds')} />}
      {notices && <Text size="sm" className="quiet">{t('everybody.noticesHint')}</Text>}
    </FormDialog>
  );
}
