import { Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingRule, RoutingTarget } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { ConditionsForm, isFilled, type Conditions } from './conditions-form';
import { keyFor } from './keys';
import { TargetForm } from './target-form';

/** A rule: its name, what must hold, and where a conversation goes then. It holds once all rules are saved. */
export function RuleForm({ value, taken, close, done }: { value?: RoutingRule; taken: readonly string[]; close: () => void; done: (rule: RoutingRule) => void }) {
  const { t } = useTranslation('routing');
  const [name, setName] = useState(value?.name ?? value?.key ?? '');
  const [when, setWhen] = useState<Conditions>(value?.when ?? {});
  const [target, setTarget] = useState<RoutingTarget>(value?.target ?? { teamId: '' });
  const [tried, setTried] = useState(false);
  const chosen = Boolean(target.teamId || target.agentId || target.assistantId);
  const save = () => {
    setTried(true);
    if (!isFilled(when) || !chosen) return;
    const { when: _, ...rest } = value ?? { key: keyFor(name, taken), target };
    done({ ...rest, name, target, ...(Object.keys(when).length > 0 && { when }) });
  };
  return (
    <FormDialog title={t(value ? 'rules.edit' : 'rules.add')} size="lg" label={t('rules.keep')} close={close} pending={false} save={save}>
      <TextInput label={t('name')} required data-autofocus dir="auto" value={name} onChange={(e) => setName(e.currentTarget.value)} />
      <div>
        <Title order={3} size="h6">{t('rules.if')}</Title>
        <Text size="sm" className="quiet" mb="xs">{t('rules.ifHint')}</Text>
        <ConditionsForm value={when} change={setWhen} tried={tried} />
      </div>
      <div>
        <Title order={3} size="h6" mb="xs">{t('rules.then')}</Title>
        <TargetForm value={target} change={setTarget} error={tried && !chosen ? t('target.missing') : undefined} />
      </div>
    </FormDialog>
  );
}
