import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowRight, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RoutingRule } from '@service/sdk';
import { useRuleWords } from './words';

interface Acts {
  edit: () => void;
  up?: () => void;
  down?: () => void;
  remove?: () => void;
}

/** One rule in words; without a place it is what takes the rest. */
export function RuleCard({ value, at, last, fault, acts }: { value: RoutingRule | null; at?: number; last?: boolean; fault?: string; acts?: Acts }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const words = useRuleWords();
  const rest = at === undefined;
  const name = rest ? t('rules.rest') : value?.name || value?.key || '';
  const conditions = words.conditions(value?.when);
  return (
    <li className="ro-rule" data-fault={fault ? true : undefined}>
      <span className="ro-number" aria-hidden>{rest ? '…' : at + 1}</span>
      <div className="ro-grow">
        <Text fw={600} size="sm"><bdi>{name}</bdi></Text>
        {!rest && (conditions.length === 0 ? <Text size="sm" className="quiet">{t('when.always')}</Text> : conditions.map((c) => <Text key={c} size="sm">{c}</Text>))}
        <Group gap={6} mt={4}>
          <Group gap={6} wrap="nowrap" align="start">
            <IconArrowRight size={15} className="ro-turn ro-arrow" aria-hidden />
            <Text size="sm" fw={500}>{value ? words.target(value.target) : t('target.nowhere')}</Text>
          </Group>
          {value && words.details(value.target).map((d) => <Badge key={d} variant="default" tt="none" fw={400}>{d}</Badge>)}
        </Group>
        {fault && <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>{fault}</Text>}
      </div>
      {acts && (
        <Group gap={0} wrap="nowrap">
          {acts.up && <ActionIcon variant="subtle" color="gray" disabled={at === 0} aria-label={t('rules.up', { name })} onClick={acts.up}><IconArrowUp size={16} /></ActionIcon>}
          {acts.down && <ActionIcon variant="subtle" color="gray" disabled={last} aria-label={t('rules.down', { name })} onClick={acts.down}><IconArrowDown size={16} /></ActionIcon>}
          <ActionIcon variant="subtle" color="gray" aria-label={`${shared('action.edit')}: ${name}`} onClick={acts.edit}><IconPencil size={16} /></ActionIcon>
          {acts.remove && <ActionIcon variant="subtle" color="gray" aria-label={`${shared('action.delete')}: ${name}`} onClick={acts.remove}><IconTrash size={16} /></ActionIcon>}
        </Group>
      )}
    </li>
  );
}
