import { useTranslation } from 'react-i18next';
import type { RoutingRule, RoutingTarget } from '@service/sdk';
import { number } from '../../lib/format';
import { useAssistantNames, useAvailability, useCalendars, useFields, useLabels, useNumbers, useTeams } from './data';

type Conditions = NonNullable<RoutingRule['when']>;

/** Rules in words: what must hold, and where a conversation goes then. */
export function useRuleWords(): { conditions: (when: Conditions | undefined) => string[]; target: (target: RoutingTarget) => string; details: (target: RoutingTarget) => string[] } {
  const { t, i18n } = useTranslation('routing');
  const teams = useTeams().data;
  const people = useAvailability().data;
  const calendars = useCalendars().data;
  const assistants = useAssistantNames();
  const numbers = useNumbers();
  const labels = useLabels();
  const fields = useFields();
  const list = (items: string[]) => new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(items);
  const language = (code: string) => {
    try {
      return new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code.replace('_', '-')) ?? code;
    } catch {
      return code;
    }
  };
  const team = (id: string | undefined) => teams?.find((x) => x.id === id)?.name ?? t('gone');
  return {
    conditions: (when) => {
      if (!when) return [];
      const out: string[] = [];
      if (when.phoneNumberIds) out.push(t('when.phoneNumberIds', { list: list(when.phoneNumberIds.map((id) => numbers.find((n) => n.id === id)?.number ?? t('gone'))) }));
      if (when.languages) out.push(t('when.languages', { list: list(when.languages.map(language)) }));
      if (when.tags) out.push(t('when.tags', { list: list(when.tags) }));
      if (when.labelIds) out.push(t('when.labelIds', { list: list(when.labelIds.map((id) => labels.find((l) => l.id === id)?.name ?? t('gone'))) }));
      for (const f of when.contactFields ?? []) out.push(t('when.contactFields', { field: fields.find((x) => x.key === f.key)?.label ?? f.key, list: list(f.values) }));
      if (when.keywords) out.push(t('when.keywords', { list: list(when.keywords.map((w) => `“${w}”`)) }));
      if (when.replyIds) out.push(t('when.replyIds', { list: list(when.replyIds) }));
      if (when.referral) out.push(when.referral.sourceIds?.length ? t('when.referralOf', { list: list(when.referral.sourceIds) }) : t('when.referral'));
      if (when.hours) out.push(t(when.hours.within ? 'when.within' : 'when.outside', { name: calendars?.find((c) => c.id === when.hours!.calendarId)?.name ?? t('gone') }));
      return out;
    },
    target: ({ teamId, agentId, assistantId }) => {
      if (teamId) return t('target.toTeam', { name: team(teamId) });
      if (agentId) return t('target.toAgent', { name: people?.find((p) => p.userId === agentId)?.name ?? t('gone') });
      return t('target.toAssistant', { name: assistants.find((a) => a.id === assistantId)?.name ?? t('target.anAssistant') });
    },
    details: (target) => [
      target.requiredSkills?.length && t('target.requires', { list: target.requiredSkills.join(', ') }),
      target.preferredSkills?.length && t('target.prefers', { list: target.preferredSkills.join(', ') }),
      target.priority && target.priority !== 'normal' && t('target.priorityOf', { priority: t(`priority.${target.priority}`) }),
      target.overflow && t('target.overflowTo', { n: number(target.overflow.afterMinutes), name: team(target.overflow.teamId) }),
    ].filter((text): text is string => Boolean(text)),
  };
}
