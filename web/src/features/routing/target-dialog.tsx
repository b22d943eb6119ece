import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingTarget } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { TargetForm } from './target-form';

/** Where conversations go that no rule matches. */
export function TargetDialog({ value, close, done }: { value: RoutingTarget | null; close: () => void; done: (target: RoutingTarget | null) => void }) {
  const { t } = useTranslation('routing');
  const [on, setOn] = useState(value !== null);
  const [target, setTarget] = useState<RoutingTarget>(value ?? { teamId: '' });
  const [tried, setTried] = useState(false);
  const chosen = Boolean(target.teamId || target.agentId || target.assistantId);
  const save = () => {
    setTried(true);
    if (!on || chosen) done(on ? target : null);
  };
  return (
    <FormDialog title={t('rules.rest')} label={t('rules.keep')} close={close} pending={false} save={save}>
      <Text size="sm" className="quiet">{t('rules.restHint')}</Text>
      <Switch label={t('rules.restOn')} checked={on} onChange={(e) => setOn(e.currentTarget.checked)} />
      {on && <TargetForm value={target} change={setTarget} error={tried && !chosen ? t('target.missing') : undefined} />}
    </FormDialog>
  );
}
