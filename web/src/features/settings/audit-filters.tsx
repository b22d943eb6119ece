import { Autocomplete, CloseButton, Group, Pill, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditAct } from '@service/sdk';
import { DayInput } from '../../components/day-input';
import type { Search } from '../../lib/place';
import { useUsers } from './data';

const actors: AuditAct['actor']['type'][] = ['user', 'api_key', 'operator', 'assistant', 'import', 'provider', 'system', 'contact'];

// What acts are about most often. Any other action can be typed.
const nouns = [
  'user', 'invitation', 'role', 'team', 'password', 'totp', 'passkey', 'recovery_codes', 'sso_connection', 'domain', 'api_key', 'webhook_endpoint', 'redelivery', 'delivery', 'audit_log',
  'messaging_account', 'phone_number', 'business_profile', 'conversational_components', 'qr_code', 'blocked_users', 'automatic_messages', 'template', 'broadcast', 'budget', 'rate_card', 'contact', 'contact_field',
  'contact_import', 'contact_merge', 'consent_settings', 'label', 'canned_reply', 'button', 'inbox_settings', 'rating_settings', 'routing_rules', 'routing_settings', 'service_levels', 'calendar', 'pipeline',
  'deal', 'deal_field', 'deal_import', 'deal_rule', 'exchange_rates', 'assistant', 'assistant_settings', 'ai_provider', 'ai_settings', 'knowledge_source', 'knowledge_settings', 'evaluation',
].sort().map((noun) => `${noun}.*`);

/** Narrows the log by what was done, by whom, to what and when. */
export function AuditFilters({ search, narrow }: { search: Search; narrow: (change: Search) => void }) {
  const { t } = useTranslation('settings');
  const users = useUsers().data ?? [];
  const { action = '', actor, by, target, since = '', until = '' } = search;
  return (
    <Group className="filters" gap="xs" mb="sm" align="end">
      <Action key={action} value={action} take={(v) => narrow({ action: v })} />
      <Select size="sm" w={130} clearable label={t('audit.actorType')} placeholder={t('audit.anybody')} value={actor ?? null} onChange={(v) => narrow({ actor: v ?? undefined })} data={actors.map((a) => ({ value: a, label: t(`actor.${a}`) }))} />
      {users.length > 0 && (
        <Select size="sm" w={160} clearable searchable label={t('audit.actor')} placeholder={t('audit.anybody')} value={by ?? null} onChange={(v) => narrow({ by: v ?? undefined })} data={users.map((u) => ({ value: u.id, label: u.name ?? u.email }))} />
      )}
      <DayInput size="sm" w={140} label={t('audit.since')} value={since} max={until || undefined} change={(v) => narrow({ since: v || undefined })} />
      <DayInput size="sm" w={140} label={t('audit.until')} value={until} min={since || undefined} change={(v) => narrow({ until: v || undefined })} />
      {target && <Pill size="lg" withRemoveButton onRemove={() => narrow({ target: undefined })} removeButtonProps={{ 'aria-label': t('audit.clear') }}><bdi className="mono">{target}</bdi></Pill>}
    </Group>
  );
}

/** What was done. It is asked for when it is chosen or written to its end, not at each letter. */
function Action({ value, take }: { value: string; take: (action?: string) => void }) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(value);
  const done = (v: string) => { if (v.trim() !== value) take(v.trim() || undefined); };
  return (
    <Autocomplete size="sm" w={180} dir="ltr" label={t('audit.action')} placeholder={t('audit.anyAction')} value={text} onChange={setText} onOptionSubmit={done} onBlur={() => done(text)}
      onKeyDown={(e) => { if (e.key === 'Enter') done(text); }} data={nouns}
      rightSection={value && <CloseButton size="sm" aria-label={t('audit.clear')} onClick={() => done('')} />} />
  );
}
