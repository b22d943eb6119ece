import { NumberInput, Switch, TagsInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingAgent } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { useSkills } from './data';
import { skillsOf } from './keys';

/** What a member can do, and how many conversations they get at a time. */
export function AgentForm({ id, name, value, close, done }: { id: string; name: string; value?: RoutingAgent; close: () => void; done: () => void }) {
  const { t } = useTranslation('routing');
  const known = useSkills();
  const [skills, setSkills] = useState(value?.skills ?? []);
  const [own, setOwn] = useState(value?.ownCapacity !== null && value !== undefined);
  const [capacity, setCapacity] = useState<string | number>(value?.capacity ?? 5);
  const save = useMutation({ mutationFn: () => api.routing.setAgent(id, { skills, ...(own && { capacity: Number(capacity) }) }), onSuccess: done });
  return (
    <FormDialog title={t('people.skillsOf', { name })} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/skills', '/capacity']) ? undefined : save.error}>
      <TagsInput label={t('people.skills')} description={t('people.skillsHint')} data={known} value={skills} onChange={(list) => setSkills(skillsOf(list))} error={faultOf(save.error, '/skills')} data-autofocus />
      <Switch label={t('people.ownCapacity')} checked={own} onChange={(e) => setOwn(e.currentTarget.checked)} />
      {own && <NumberInput label={t('people.capacity')} description={t('people.capacityHint')} min={0} value={capacity} onChange={setCapacity} error={faultOf(save.error, '/capacity')} />}
    </FormDialog>
  );
}
