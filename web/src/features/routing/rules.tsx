import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconHistory, IconPlus, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingRule } from '@service/sdk';
import { Empty, Loading, Trouble } from '../../components/states';
import { api, hasCode } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { explain } from '../../lib/errors';
import { faultOf } from '../../lib/faults';
import { dateTime } from '../../lib/format';
import { usePlace } from '../../lib/place';
import { may, reachesAll, useMe } from '../../lib/session';
import { useDoer, useRules } from './data';
import { setDraft, useDraft, type RulesDraft } from './draft';
import { RuleCard } from './rule-card';
import { RuleForm } from './rule-form';
import { TargetDialog } from './target-dialog';
import { Versions } from './versions';

type Act = { what: 'add' | 'fallback' | 'versions' } | { what: 'edit'; at: number };

/** The rules in their order. Changes are kept on the page until they are saved, all at once. */
export function Rules() {
  const { t } = useTranslation('routing');
  const me = useMe();
  const mayWrite = may(me, 'teams:write') && reachesAll(me);
  const [act, setAct] = useState<Act>();
  const rules = useRules();
  const draft = useDraft();
  const doer = useDoer();
  useOffer(mayWrite ? [{ label: t('rules.add'), keys: 'C', run: () => setAct({ what: 'add' }) }] : []);
  const save = useSave();
  if (rules.error) return <Trouble error={rules.error} retry={() => void rules.refetch()} />;
  if (!rules.data) return <Loading />;
  const now: RulesDraft = draft ?? { version: rules.data.version, rules: rules.data.rules, fallback: rules.data.default };
  const change = (next: Partial<RulesDraft>) => {
    save.reset(); // its faults name rules by their place
    setDraft({ ...now, ...next });
  };
  const move = (at: number, to: number) => {
    const next = [...now.rules];
    next.splice(to, 0, ...next.splice(at, 1));
    change({ rules: next });
  };
  const put = (rule: RoutingRule, at?: number) => change({ rules: at === undefined ? [...now.rules, rule] : now.rules.map((r, i) => (i === at ? rule : r)) });
  const close = () => setAct(undefined);
  return (
    <>
      <Group justify="space-between" mb="sm" gap="sm">
        <Text size="sm" className="quiet" maw={620}>{t('rules.hint')}</Text>
        <Group gap="xs">
          {rules.data.version > 0 && <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setAct({ what: 'versions' })}>{t('rules.versions')}</Button>}
          {mayWrite && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'add' })}>{t('rules.add')}</Button>}
        </Group>
      </Group>
      {now.rules.length === 0 && <Empty icon={IconRoute} title={t('rules.none')}>{t('rules.noneHint')}</Empty>}
      <ol className="ro-rules">
        {now.rules.map((rule, at) => (
          <RuleCard key={rule.key} value={rule} at={at} last={at === now.rules.length - 1} fault={faultOf(save.error, `/rules/${at}`)}
            acts={mayWrite ? { edit: () => setAct({ what: 'edit', at }), up: () => move(at, at - 1), down: () => move(at, at + 1), remove: () => change({ rules: now.rules.filter((_, i) => i !== at) }) } : undefined} />
        ))}
        <RuleCard value={now.fallback && { key: '', target: now.fallback }} fault={faultOf(save.error, '/default')} acts={mayWrite ? { edit: () => setAct({ what: 'fallback' }) } : undefined} />
      </ol>
      {!draft && rules.data.createdAt && <Text size="sm" className="quiet">{t('rules.versionBy', { version: rules.data.version, name: doer(rules.data.madeBy), at: dateTime(rules.data.createdAt) })}</Text>}
      {draft && mayWrite && <SaveBar draft={draft} save={save} />}
      {act?.what === 'add' && <RuleForm taken={now.rules.map((r) => r.key)} close={close} done={(rule) => { put(rule); close(); }} />}
      {act?.what === 'edit' && now.rules[act.at] && <RuleForm value={now.rules[act.at]} taken={[]} close={close} done={(rule) => { put(rule, act.at); close(); }} />}
      {act?.what === 'fallback' && <TargetDialog value={now.fallback} close={close} done={(fallback) => { change({ fallback }); close(); }} />}
      {act?.what === 'versions' && <Versions current={rules.data.version} close={close} use={mayWrite ? (old) => { setDraft({ version: rules.data.version, rules: old.rules, fallback: old.default }); close(); } : undefined} />}
    </>
  );
}

function useSave() {
  const { t } = useTranslation('routing');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (draft: RulesDraft) => api.routing.replaceRules({ rules: draft.rules, ...(draft.fallback && { default: draft.fallback }) }, { ifVersion: draft.version }),
    onSuccess: (saved) => {
      queries.setQueryData(['routing', 'rules'], saved);
      void queries.invalidateQueries({ queryKey: ['routing', 'versions'] });
      setDraft(undefined);
      notifications.show({ message: t('rules.saved', { version: saved.version }) });
    },
  });
}

function SaveBar({ draft, save }: { draft: RulesDraft; save: ReturnType<typeof useSave> }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const { go } = usePlace();
  const drop = () => {
    save.reset();
    setDraft(undefined);
    void queries.invalidateQueries({ queryKey: ['routing', 'rules'] });
  };
  return (
    <div className="ro-save">
      {hasCode(save.error, 'changed_meanwhile') ? (
        <Alert color="orange" role="alert" mb="xs" title={t('rules.meanwhile')}><Group justify="space-between">{t('rules.meanwhileHint')}<Button size="xs" variant="default" onClick={drop}>{t('rules.load')}</Button></Group></Alert>
      ) : save.error ? <Alert color="red" role="alert" mb="xs">{explain(save.error)}</Alert> : null}
      <Group justify="space-between" gap="xs">
        <Text size="sm" className="quiet">{t('rules.unsaved')}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={drop}>{shared('action.cancel')}</Button>
          <Button variant="default" onClick={() => go({ part: 'routing', parts: ['rehearsals', 'new'] })}>{t('rules.rehearse')}</Button>
          <Button loading={save.isPending} onClick={() => save.mutate(draft)}>{shared('action.save')}</Button>
        </Group>
      </Group>
    </div>
  );
}
