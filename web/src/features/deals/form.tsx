import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deal, Pipeline, UpdateDealRequest } from '@service/sdk';
import { api, hasCode } from '../../lib/api';
import { explain } from '../../lib/errors';
import { usePlace } from '../../lib/place';
import { useMe } from '../../lib/session';
import { faultsByName } from '../../lib/faults';
import { DealInputs, draftOf, type Draft } from './fields';

/** Makes a deal on an open stage of the pipeline. */
export function CreateDeal({ pipeline, opened, close }: { pipeline: Pipeline; opened: boolean; close: () => void }) {
  const { t } = useTranslation('deals');
  return <Modal opened={opened} onClose={close} title={t('create')}><CreateForm pipeline={pipeline} close={close} /></Modal>;
}

function CreateForm({ pipeline, close }: { pipeline: Pipeline; close: () => void }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const me = useMe();
  const queries = useQueryClient();
  const { search, go } = usePlace();
  const open = pipeline.stages.filter((s) => s.kind === 'open');
  const [stageId, setStageId] = useState(open[0]?.id ?? '');
  const [draft, setDraft] = useState<Draft>({ title: '', amount: '', currency: '', ownerId: me.type === 'user' ? me.id : '', contactId: '', expectedCloseOn: '', forecastCategory: '', fields: {} });
  const make = useMutation({
    mutationFn: () => {
      const { fields, ...texts } = draft;
      const said = Object.fromEntries(Object.entries(texts).filter(([, v]) => v !== ''));
      return api.deals.create({ ...said, title: draft.title, stageId, fields: Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== null)) });
    },
    onSuccess: (deal) => {
      void queries.invalidateQueries({ queryKey: ['deals'] });
      close();
      go({ part: 'deals', parts: [deal.id], search });
    },
  });
  const submit = (e: FormEvent) => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <DealInputs draft={draft} change={setDraft} faults={faultsByName(make.error)} currency={pipeline.currency} />
        <NativeSelect label={t('field.stage')} value={stageId} data={open.map((s) => ({ value: s.id, label: s.name }))} onChange={(e) => setStageId(e.currentTarget.value)} />
        {make.error && <Text size="sm" c="red" role="alert">{explain(make.error)}</Text>}
        <Group justify="end">
          <Button variant="default" onClick={close}>{shared('action.cancel')}</Button>
          <Button type="submit" loading={make.isPending}>{shared('action.create')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Changes a deal, unless somebody else changed it meanwhile. */
export function EditForm({ deal, pipeline, readOnly }: { deal: Deal; pipeline: Pipeline; readOnly: boolean }) {
  const { t } = useTranslation('deals');
  const { t: shared } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(draftOf(deal));
  const change = changesOf(deal, draft);
  const dirty = Object.keys(change).length > 0;
  const save = useMutation({
    mutationFn: () => api.deals.update(deal.id, change, { ifVersion: deal.version }),
    onSuccess: (saved) => {
      queries.setQueryData(['deals', 'one', deal.id], saved);
      void queries.invalidateQueries({ queryKey: ['deals'] });
    },
  });
  const meanwhile = hasCode(save.error, 'precondition_failed', 'changed_meanwhile') || (save.error as { status?: number } | null)?.status === 412;
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <DealInputs draft={draft} change={setDraft} faults={faultsByName(save.error)} readOnly={readOnly} amountOfLines={deal.amountSource === 'lines'} currency={pipeline.currency} />
        {save.error && (
          <Group gap="xs">
            <Text size="sm" c="red" role="alert">{explain(save.error)}</Text>
            {meanwhile && <Button size="compact-sm" variant="default" onClick={() => { save.reset(); void queries.invalidateQueries({ queryKey: ['deals', 'one', deal.id] }); }}>{t('seeNew')}</Button>}
          </Group>
        )}
        {!readOnly && dirty && (
          <Group justify="end" className="deal-save">
            <Button variant="default" onClick={() => { save.reset(); setDraft(draftOf(deal)); }}>{shared('action.cancel')}</Button>
            <Button type="submit" loading={save.isPending}>{shared('action.save')}</Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function changesOf(deal: Deal, draft: Draft): UpdateDealRequest {
  const was = draftOf(deal);
  const { fields, ...texts } = draft;
  const change: UpdateDealRequest = Object.fromEntries(Object.entries(texts).filter(([key, v]) => v !== was[key as keyof typeof texts]));
  const changed = Object.entries(fields).filter(([key, v]) => (v ?? null) !== (was.fields[key] ?? null));
  if (changed.length > 0) change.fields = Object.fromEntries(changed);
  return change;
}
