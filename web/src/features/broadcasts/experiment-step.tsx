import { Button, Fieldset, Group, NumberInput, Radio, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '@service/sdk';
import { type Experiment, faultsOfB, goals, isOfExperiment, withoutWinner } from './experiment';
import { Fields } from './fields';
import { Preview } from './message';
import type { Draft } from './wizard';

type Faults = Record<string, string>;

interface Props {
  draft: Draft;
  change: (x: Experiment) => void;
  templates: Template[];
  faults: Faults;
  back: () => void;
  next: () => void;
}

interface Part {
  x: Experiment;
  put: (part: Partial<Experiment>) => void;
  fault: (name: string) => string | undefined;
}

/** The second step, which may be left as it is: what the broadcast is to bring about, and a second wording. */
export function ExperimentStep({ draft, change, templates, faults, back, next }: Props) {
  const { t } = useTranslation('broadcasts');
  const x = draft.experiment;
  const [shown, setShown] = useState<'a' | 'b'>('b');
  const put = (part: Partial<Experiment>) => change({ ...x, ...part });
  const fault = (name: string) => faults[`/experiment/${name}`];
  const two = x.measured && x.compared;
  const [template, fill] = two && shown === 'b' ? [x.template, x.fill] : [draft.template, draft.fill];
  return (
    <form className="bc-two" onSubmit={(e) => { e.preventDefault(); next(); }}>
      <div>
        <Stack gap="md">
          <Text size="sm" className="quiet">{t('experiment.hint')}</Text>
          <Switch label={t('experiment.measure')} description={t('experiment.measureHint')} checked={x.measured} onChange={(e) => put({ measured: e.currentTarget.checked })} />
          {x.measured && <GoalFields x={x} put={put} fault={fault} />}
          <Switch label={t('experiment.compare')} description={t('experiment.compareHint')} checked={two} onChange={(e) => put(e.currentTarget.checked ? { measured: true, compared: true } : { compared: false })} />
          {two && <VariantFields x={x} put={put} fault={fault} templates={templates.filter((one) => !draft.template || one.category === draft.template.category)} faults={faults} />}
          {two && <Switch label={t('experiment.wait')} description={t('experiment.waitHint')} checked={x.waits} onChange={(e) => put({ waits: e.currentTarget.checked })} />}
          {two && x.waits && <RestFields x={x} put={put} fault={fault} />}
          {faults['/experiment'] && <Text c="red" size="sm" role="alert">{faults['/experiment']}</Text>}
        </Stack>
        <div className="bc-foot">
          <Button variant="default" onClick={back}>{t('app:action.back')}</Button>
          <Button type="submit" disabled={two && !x.template}>{t('next')}</Button>
        </div>
      </div>
      <aside className="bc-sticky">
        {two && (
          <SegmentedControl fullWidth mb="xs" aria-label={t('preview')} value={shown} onChange={(v) => setShown(v as 'a')}
            data={(['a', 'b'] as const).map((v) => ({ value: v, label: t('variant', { name: v.toUpperCase() }) }))} />
        )}
        <Preview template={template} fill={fill} />
      </aside>
    </form>
  );
}

/** Whether a fault sends one back to this step. */
export const isOfThisStep = (pointers: readonly string[]) => pointers.some(isOfExperiment);

function GoalFields({ x, put, fault }: Part) {
  const { t } = useTranslation('broadcasts');
  return (
    <Fieldset legend={t('experiment.goal')}>
      <Stack gap="sm">
        <Group grow align="start">
          <Select label={t('experiment.event')} allowDeselect={false} value={x.event} error={fault('goal') ?? fault('goal/event')} onChange={(v) => put({ event: v as Experiment['event'] })}
            data={goals.map((g) => ({ value: g, label: t(`experiment.event_${g}`) }))} />
          <NumberInput label={t('experiment.hours')} description={t('experiment.hoursHint')} required min={1} max={720} allowDecimal={false} value={x.hours} error={fault('goal/windowHours')} onChange={(hours) => put({ hours })}
            inputWrapperOrder={['label', 'input', 'description', 'error']} />
        </Group>
        {x.event === 'conversion' && (
          <TextInput label={t('experiment.conversion')} description={t('experiment.conversionHint')} required maxLength={64} dir="ltr" placeholder="purchase" value={x.conversion} error={fault('goal/name')}
            onChange={(e) => put({ conversion: e.currentTarget.value })} />
        )}
        <NumberInput label={t('experiment.holdout')} description={t('experiment.holdoutHint')} min={0} max={50} allowDecimal={false} suffix=" %" placeholder={t('experiment.nobody')} value={x.holdout} error={fault('holdout')} onChange={(holdout) => put({ holdout })} />
      </Stack>
    </Fieldset>
  );
}

function VariantFields({ x, put, fault, templates, faults }: Part & { templates: Template[]; faults: Faults }) {
  const { t } = useTranslation('broadcasts');
  const below = faultsOfB(faults);
  return (
    <Fieldset legend={t('variant', { name: 'B' })}>
      <Stack gap="sm">
        <Select
          label={t('experiment.template')} description={t('experiment.templateHint')} placeholder={t('templateChoose')} searchable required error={below['/templateName'] ?? fault('variantB')}
          value={x.template?.id ?? null} nothingFoundMessage={t('templateNone')} data={templates.map((one) => ({ value: one.id, label: `${one.name} · ${one.language}` }))}
          onChange={(id) => put({ template: templates.find((one) => one.id === id), fill: {} })}
        />
        {x.template && <Fields template={x.template} fill={x.fill} faults={below} change={(fill) => put({ fill })} />}
        <NumberInput label={t('experiment.share')} description={t('experiment.shareHint')} required min={1} max={99} allowDecimal={false} suffix=" %" value={x.share} error={fault('share')} onChange={(share) => put({ share })} />
        <SampleFields x={x} put={put} fault={fault} />
      </Stack>
    </Fieldset>
  );
}

/** How many it takes to name a winner: from the rise that is worth finding, or as a number. */
function SampleFields({ x, put, fault }: Part) {
  const { t } = useTranslation('broadcasts');
  return (
    <div role="group" aria-label={t('experiment.sample')}>
      <Text size="sm" fw={500} mb={4}>{t('experiment.sample')}</Text>
      <SegmentedControl mb="xs" aria-label={t('experiment.sample')} value={x.by} onChange={(by) => put({ by: by as Experiment['by'] })}
        data={(['rise', 'size'] as const).map((by) => ({ value: by, label: t(`experiment.by_${by}`) }))} />
      {x.by === 'rise' ? (
        <Group grow align="start">
          <NumberInput label={t('experiment.baseline')} required min={0} max={99} decimalScale={2} suffix=" %" value={x.baseline} error={fault('baseline')} onChange={(baseline) => put({ baseline })} />
          <NumberInput label={t('experiment.detect')} required min={0.1} max={100} decimalScale={2} suffix=" %" value={x.detect} error={fault('detect') ?? fault('sampleSize')} onChange={(detect) => put({ detect })} />
        </Group>
      ) : (
        <NumberInput label={t('experiment.sampleSize')} required min={10} max={10_000_000} allowDecimal={false} thousandSeparator value={x.sampleSize} error={fault('sampleSize')} onChange={(sampleSize) => put({ sampleSize })} />
      )}
      <Text size="xs" className="quiet" mt={4}>{t(`experiment.by_${x.by}Hint`)}</Text>
    </div>
  );
}

function RestFields({ x, put, fault }: Part) {
  const { t } = useTranslation('broadcasts');
  return (
    <Fieldset legend={t('rest')}>
      <Stack gap="sm">
        <NumberInput label={t('experiment.testShare')} description={t('experiment.testShareHint')} required min={1} max={99} allowDecimal={false} suffix=" %" value={x.testShare} error={fault('rest/testShare') ?? fault('rest')} onChange={(testShare) => put({ testShare })} />
        <Radio.Group label={t('experiment.withoutWinner')} value={x.withoutWinner} error={fault('rest/withoutWinner')} onChange={(v) => put({ withoutWinner: v as Experiment['withoutWinner'] })}>
          <Stack gap="xs" mt="xs">{withoutWinner.map((w) => <Radio key={w} value={w} label={t(`experiment.without_${w}`)} />)}</Stack>
        </Radio.Group>
      </Stack>
    </Fieldset>
  );
}
