import { Alert, NumberInput, Select, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssistantAutonomy, AssistantDetail } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';

/** Turns a kind of act on or off, sets its line, or puts the assistant into a state by hand. */
export function AutonomyForm({ assistant, value, close, done }: { assistant: AssistantDetail; value: AssistantAutonomy; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const [enabled, setEnabled] = useState(value.enabled || value.totalCases === 0);
  const [line, setLine] = useState<string | number>(Math.round(value.line * 100));
  const [state, setState] = useState(value.state);
  const save = useMutation({
    mutationFn: () => api.proposals.setAutonomy(assistant.id, value.kind, { enabled, line: Number(line) / 100, ...(state !== value.state && { state }) }),
    onSuccess: () => {
      done();
      close();
    },
  });
  return (
    <FormDialog title={t(`act.${value.kind}`)} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/line', '/state']) ? undefined : save.error}>
      <Switch label={t('autonomy.enabled')} description={t('autonomy.enabledHint')} checked={enabled} onChange={(e) => setEnabled(e.currentTarget.checked)} />
      {enabled && (
        <>
          <NumberInput label={t('autonomy.line')} description={t('autonomy.lineHint')} min={80} max={97} suffix=" %" value={line} onChange={setLine} error={faultOf(save.error, '/line')} />
          <Select label={t('autonomy.state')} description={t('autonomy.stateHint')} allowDeselect={false} value={state} onChange={(v) => setState(v as typeof state)} error={faultOf(save.error, '/state')}
            data={(['shadow', 'suggest', 'act'] as const).map((level) => ({ value: level, label: t(`level.${level}`) }))} />
          {state !== value.state && <Alert color="orange">{t(`level.${state}_hint`)} {t('autonomy.override')}</Alert>}
        </>
      )}
    </FormDialog>
  );
}
