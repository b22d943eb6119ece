import type { SegmentFilter } from '@service/sdk';

/** One line of a simple filter. `not` turns it round. */
export type Rule =
  | { kind: 'tag'; not?: boolean; values: string[] }
  | { kind: 'country'; not?: boolean; values: string[] }
  | { kind: 'consent'; not?: boolean; state: 'opted_in' | 'opted_out' | 'unknown' }
  | { kind: 'lastSeen' | 'created' | 'bought' | 'answered' | 'opened'; not?: boolean; days: number }
  | { kind: 'name'; not?: boolean; text: string }
  | { kind: 'deal'; not?: boolean; status: 'open' | 'won' | 'lost' }
  | { kind: 'field'; not?: boolean; key: string; value: unknown };

/** A filter that needs no nesting: all or any of some lines. */
export interface Rules {
  mode: 'all' | 'any';
  rules: Rule[];
}

/** The lines of a filter; nothing if it says more than lines can. */
export function rulesOf(filter: SegmentFilter): Rules | undefined {
  const mode = filter.any ? 'any' : 'all';
  const rules = (filter[mode] ?? [filter]).map(ruleOf);
  return rules.every((r) => r !== undefined) ? { mode, rules } : undefined;
}

function ruleOf(filter: SegmentFilter): Rule | undefined {
  if (filter.not) {
    const rule = ruleOf(filter.not);
    return rule && !rule.not ? { ...rule, not: true } : undefined;
  }
  const { tag, country, consent, lastSeen, created, bought, answered, opened, name, deal, field } = filter;
  if (tag && only(tag, 'anyOf')) return { kind: 'tag', values: tag.anyOf ?? [] };
  if (tag && only(tag, 'noneOf')) return { kind: 'tag', not: true, values: tag.noneOf ?? [] };
  if (country) return { kind: 'country', values: country.anyOf };
  if (consent?.marketing && only(consent, 'marketing')) return { kind: 'consent', state: consent.marketing };
  if (lastSeen?.withinDays && only(lastSeen, 'withinDays')) return { kind: 'lastSeen', days: lastSeen.withinDays };
  if (created?.withinDays && only(created, 'withinDays')) return { kind: 'created', days: created.withinDays };
  if (bought?.withinDays && only(bought, 'withinDays')) return { kind: 'bought', days: bought.withinDays };
  if (answered?.withinDays && only(answered, 'withinDays')) return { kind: 'answered', days: answered.withinDays };
  if (opened?.withinDays && only(opened, 'withinDays')) return { kind: 'opened', days: opened.withinDays };
  if (name) return { kind: 'name', text: name.contains };
  if (deal?.status && only(deal, 'status')) return { kind: 'deal', status: deal.status };
  if (field && Object.keys(field).length === 2 && field.is !== undefined) return { kind: 'field', key: field.key, value: field.is };
  return undefined;
}

const only = (of: object, key: string) => Object.keys(of).length === 1 && key in of;

/** The filter of the lines; nothing while one of them is unfinished. */
export function filterOfRules({ mode, rules }: Rules): SegmentFilter | undefined {
  const filters = rules.map(filterOfRule);
  return filters.length > 0 && filters.every((f) => f !== undefined) ? { [mode]: filters } : undefined;
}

function filterOfRule(rule: Rule): SegmentFilter | undefined {
  const plain = plainFilter(rule);
  return plain && rule.not ? { not: plain } : plain;
}

function plainFilter(rule: Rule): SegmentFilter | undefined {
  switch (rule.kind) {
    case 'tag': return rule.values.length > 0 ? { tag: { anyOf: rule.values } } : undefined;
    case 'country': return rule.values.length > 0 ? { country: { anyOf: rule.values } } : undefined;
    case 'consent': return { consent: { marketing: rule.state } };
    case 'lastSeen': case 'created': case 'bought': case 'answered': case 'opened': return rule.days > 0 ? { [rule.kind]: { withinDays: rule.days } } : undefined;
    case 'name': return rule.text.trim() ? { name: { contains: rule.text.trim() } } : undefined;
    case 'deal': return { deal: { status: rule.status } };
    case 'field': return rule.key && rule.value !== null && rule.value !== '' ? { field: { key: rule.key, is: rule.value } } : undefined;
  }
}
