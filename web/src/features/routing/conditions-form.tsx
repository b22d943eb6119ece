import { ActionIcon, Group, MultiSelect, SegmentedControl, Select, Stack, TagsInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RoutingRule } from '@service/sdk';
import { useCalendars, useFields, useLabels, useNumbers } from './data';

export type Conditions = NonNullable<RoutingRule['when']>;
type Kind = keyof Conditions;

const kinds: Kind[] = ['phoneNumberIds', 'languages', 'keywords', 'tags', 'labelIds', 'contactFields', 'hours', 'referral', 'replyIds'];
const begin: Required<Conditions> = { phoneNumberIds: [], languages: [], keywords: [], tags: [], labelIds: [], contactFields: [{ key: '', values: [] }], hours: { calendarId: '', within: true }, referral: {}, replyIds: [] };

/** Whether every condition says something: an empty one would hold for nothing, or for all. */
export const isFilled = (when: Conditions): boolean => kinds.every((kind) => !(kind in when) || holds(when, kind));

function holds(when: Conditions, kind: Kind): boolean {
  if (kind === 'referral') return true;
  if (kind === 'hours') return Boolean(when.hours?.calendarId);
  if (kind === 'contactFields') return Boolean(when.contactFields?.length && when.contactFields.every((f) => f.key && f.values.length > 0));
  return Boolean(when[kind]?.length);
}

/** What must hold, all of it. Each condition is added and taken away by itself. */
export function ConditionsForm({ value, change, tried }: { value: Conditions; change: (when: Conditions) => void; tried: boolean }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const free = kinds.filter((kind) => !(kind in value));
  const without = (kind: Kind) => Object.fromEntries(Object.entries(value).filter(([k]) => k !== kind)) as Conditions;
  return (
    <Stack gap="xs">
      {kinds.filter((kind) => kind in value).map((kind) => (
        <Group key={kind} gap={4} wrap="nowrap" align="end">
          <div className="ro-grow"><Field kind={kind} value={value} put={(part) => change({ ...value, ...part })} error={tried && !holds(value, kind) ? t('condition.empty') : undefined} /></div>
          <ActionIcon mb={4} variant="subtle" color="gray" aria-label={`${shared('action.delete')}: ${t(`condition.${kind}`)}`} onClick={() => change(without(kind))}><IconX size={16} /></ActionIcon>
        </Group>
      ))}
      {free.length > 0 && <Select aria-label={t('condition.add')} placeholder={t('condition.add')} value={null} data={free.map((kind) => ({ value: kind, label: t(`condition.${kind}`) }))} onChange={(kind) => kind && change({ ...value, [kind]: begin[kind as Kind] })} />}
    </Stack>
  );
}

function Field({ kind, value, put, error }: { kind: Kind; value: Conditions; put: (part: Conditions) => void; error?: string }) {
  const { t } = useTranslation('routing');
  const numbers = useNumbers();
  const labels = useLabels();
  const calendars = useCalendars().data ?? [];
  const label = t(`condition.${kind}`);
  switch (kind) {
    case 'phoneNumberIds':
      return <MultiSelect label={label} data={numbers.map((n) => ({ value: n.id, label: `${n.number} · ${n.verifiedName}` }))} value={value.phoneNumberIds ?? []} onChange={(phoneNumberIds) => put({ phoneNumberIds })} error={error} />;
    case 'labelIds':
      return <MultiSelect label={label} searchable data={labels.map((l) => ({ value: l.id, label: l.name }))} value={value.labelIds ?? []} onChange={(labelIds) => put({ labelIds })} error={error} />;
    case 'contactFields':
      return <FieldValues value={value.contactFields ?? []} put={(contactFields) => put({ contactFields })} error={error} />;
    case 'hours':
      return (
        <Group gap="xs" align="end" grow preventGrowOverflow={false}>
          <Select label={label} data={calendars.map((c) => ({ value: c.id, label: c.name }))} value={value.hours?.calendarId || null} allowDeselect={false} onChange={(calendarId) => put({ hours: { within: value.hours?.within ?? true, calendarId: calendarId ?? '' } })} error={error} />
          <SegmentedControl aria-label={label} value={value.hours?.within ? 'within' : 'outside'} data={[{ value: 'within', label: t('condition.within') }, { value: 'outside', label: t('condition.outside') }]} onChange={(w) => put({ hours: { calendarId: value.hours?.calendarId ?? '', within: w === 'within' } })} />
        </Group>
      );
    case 'referral':
      return <TagsInput label={label} description={t('condition.referralHint')} value={value.referral?.sourceIds ?? []} onChange={(sourceIds) => put({ referral: sourceIds.length > 0 ? { sourceIds } : {} })} />;
    default:
      return <TagsInput label={label} description={t(`condition.${kind}Hint`)} splitChars={kind === 'keywords' ? [','] : [',', ' ']} value={value[kind] ?? []} onChange={(values) => put({ [kind]: kind === 'languages' ? values.map((v) => v.toLowerCase()) : values })} error={error} />;
  }
}

function FieldValues({ value, put, error }: { value: NonNullable<Conditions['contactFields']>; put: (fields: NonNullable<Conditions['contactFields']>) => void; error?: string }) {
  const { t } = useTranslation('routing');
  const fields = useFields();
  const set = (at: number, part: Partial<(typeof value)[number]>) => put(value.map((f, i) => (i === at ? { ...f, ...part } : f)));
  return (
    <Stack gap={4}>
      {value.map((f, at) => (
        <Group key={at} gap="xs" align="end" grow preventGrowOverflow={false}>
          <Select label={t('condition.contactFields')} data={fields.map((x) => ({ value: x.key, label: x.label }))} value={f.key || null} allowDeselect={false} onChange={(key) => set(at, { key: key ?? '' })} error={error} />
          <TagsInput label={t('condition.values')} data={fields.find((x) => x.key === f.key)?.options ?? []} value={f.values} onChange={(values) => set(at, { values })} />
        </Group>
      ))}
    </Stack>
  );
}
