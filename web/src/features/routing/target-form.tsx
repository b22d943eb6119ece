import { Group, NumberInput, SegmentedControl, Select, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingTarget } from '@service/sdk';
import { useAssistantNames, useAvailability, useSkills, useTeams } from './data';
import { skillsOf } from './keys';

const kinds = ['teamId', 'agentId', 'assistantId'] as const;
const priorities = ['urgent', 'high', 'normal', 'low'] as const;

/** Where a conversation goes: a team, a member or an assistant; and for people, to whom of them and how soon. */
export function TargetForm({ value, change, error }: { value: RoutingTarget; change: (target: RoutingTarget) => void; error?: string }) {
  const { t } = useTranslation('routing');
  const teams = (useTeams().data ?? []).map((x) => ({ value: x.id, label: x.name }));
  const people = (useAvailability().data ?? []).map((p) => ({ value: p.userId, label: p.name }));
  const assistants = useAssistantNames().map((a) => ({ value: a.id, label: a.name }));
  const skills = useSkills();
  const [kind, setKind] = useState<(typeof kinds)[number]>(() => kinds.find((k) => value[k]) ?? 'teamId');
  const data = { teamId: teams, agentId: people, assistantId: assistants };
  const put = (part: Partial<RoutingTarget>) => change({ ...value, ...part });
  const choose = (next: (typeof kinds)[number], id: string) => {
    const { teamId: _t, agentId: _a, assistantId: _s, ...rest } = value;
    change(next === 'assistantId' ? { assistantId: id } : { ...rest, [next]: id });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl aria-label={t('target.kind')} value={kind} data={kinds.filter((k) => k !== 'assistantId' || assistants.length > 0).map((k) => ({ value: k, label: t(`target.${k}`) }))}
        onChange={(k) => { setKind(k as typeof kind); choose(k as typeof kind, ''); }} />
      <Select aria-label={t(`target.${kind}`)} placeholder={t('target.choose')} searchable allowDeselect={false} data={data[kind]} value={value[kind] || null} onChange={(id) => choose(kind, id ?? '')} error={error} />
      {kind !== 'assistantId' && (
        <>
          {kind === 'teamId' && <TagsInput label={t('target.requiredSkills')} description={t('target.requiredHint')} data={skills} value={value.requiredSkills ?? []} onChange={(list) => put({ requiredSkills: list.length > 0 ? skillsOf(list) : undefined })} />}
          {kind === 'teamId' && <TagsInput label={t('target.preferredSkills')} data={skills} value={value.preferredSkills ?? []} onChange={(list) => put({ preferredSkills: list.length > 0 ? skillsOf(list) : undefined })} />}
          <Select label={t('target.priority')} clearable placeholder={t('priority.normal')} data={priorities.map((p) => ({ value: p, label: t(`priority.${p}`) }))} value={value.priority ?? null} onChange={(p) => put({ priority: (p as RoutingTarget['priority']) ?? undefined })} />
          <Overflow value={value.overflow} change={(overflow) => put({ overflow })} />
        </>
      )}
    </Stack>
  );
}

/** Where a conversation goes that waits too long. */
export function Overflow({ value, change }: { value: RoutingTarget['overflow']; change: (overflow: RoutingTarget['overflow']) => void }) {
  const { t } = useTranslation('routing');
  const teams = (useTeams().data ?? []).map((x) => ({ value: x.id, label: x.name }));
  return (
    <Group gap="xs" align="end" grow preventGrowOverflow={false}>
      <Select label={t('target.overflow')} placeholder={t('target.noOverflow')} clearable data={teams} value={value?.teamId ?? null} onChange={(teamId) => change(teamId ? { teamId, afterMinutes: value?.afterMinutes ?? 15 } : undefined)} />
      {value && <NumberInput label={t('target.afterMinutes')} min={1} value={value.afterMinutes} onChange={(n) => change({ ...value, afterMinutes: Number(n) })} />}
    </Group>
  );
}
