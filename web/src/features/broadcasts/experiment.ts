import type { Broadcast, CreateBroadcastRequest, Template } from '@service/sdk';
import { type Fill, trim } from './fill';

export type ExperimentFields = NonNullable<CreateBroadcastRequest['experiment']>;
type Goal = NonNullable<ExperimentFields['goal']>;
type Rest = NonNullable<ExperimentFields['rest']>;

export const goals = ['answered', 'read', 'tapped', 'conversion'] as const satisfies readonly Goal['event'][];
export const withoutWinner = ['pause', 'variant_a', 'cancel'] as const satisfies readonly NonNullable<Rest['withoutWinner']>[];

/** A field of a number may be empty while somebody types. */
type Typed = number | string;

/** An experiment as it is filled in: what is switched off keeps what was typed. */
export interface Experiment {
  /** Whether anything is measured. */
  measured: boolean;
  event: Goal['event'];
  conversion: string;
  hours: Typed;
  holdout: Typed;
  /** Whether there is a second wording. */
  compared: boolean;
  template?: Template;
  fill: Fill;
  share: Typed;
  /** Whether the size of the sample follows from a rise, in percent, or is given. */
  by: 'rise' | 'size';
  baseline: Typed;
  detect: Typed;
  sampleSize: Typed;
  /** Whether a part is in the test and the rest waits for what it shows. */
  waits: boolean;
  testShare: Typed;
  withoutWinner: NonNullable<Rest['withoutWinner']>;
}

export const noExperiment: Experiment = {
  measured: false, event: 'answered', conversion: '', hours: 72, holdout: '',
  compared: false, fill: {}, share: 50, by: 'rise', baseline: 10, detect: 5, sampleSize: '',
  waits: false, testShare: 20, withoutWinner: 'pause',
};

/** Parts of 1 are typed as percent; both have at most so many digits. */
const percentOf = (part: number) => Number((part * 100).toFixed(4));
const partOf = (percent: Typed) => Number((Number(percent) / 100).toFixed(6));

/** What a draft measures, to go on with. */
export function experimentOf({ goal, holdout, variantB, share, sampleSize, baseline, detect, rest }: Broadcast['experiment'], templates: readonly Template[]): Experiment {
  const x: Experiment = { ...noExperiment };
  if (goal) Object.assign(x, { measured: true, event: goal.event, conversion: goal.name ?? '', hours: goal.windowHours, holdout: holdout || '' });
  if (variantB) {
    x.compared = true;
    x.template = templates.find((one) => one.name === variantB.templateName && one.language === variantB.language);
    x.fill = { parameters: variantB.parameters };
    x.share = share ?? noExperiment.share;
    if (sampleSize) Object.assign(x, { by: 'size', sampleSize });
    else Object.assign(x, { baseline: percentOf(baseline ?? 0), detect: percentOf(detect ?? 0) });
  }
  if (rest) Object.assign(x, { waits: true, testShare: rest.testShare, withoutWinner: rest.withoutWinner });
  return x;
}

/** What the service is told; {} for nothing. */
export function fieldsOf(x: Experiment): ExperimentFields {
  if (!x.measured) return {};
  const goal = { event: x.event, ...(x.event === 'conversion' && { name: x.conversion.trim() }), ...(x.hours !== '' && { windowHours: Number(x.hours) }) };
  const measured = { goal, ...(Number(x.holdout) > 0 && { holdout: Number(x.holdout) }) };
  if (!x.compared) return measured;
  return {
    ...measured,
    variantB: { templateName: x.template?.name ?? '', language: x.template?.language, ...trim(x.fill) },
    ...(x.share !== '' && { share: Number(x.share) }),
    ...(x.by === 'rise' ? { baseline: partOf(x.baseline), detect: partOf(x.detect) } : x.sampleSize !== '' && { sampleSize: Number(x.sampleSize) }),
    ...(x.waits && { rest: { testShare: Number(x.testShare), withoutWinner: x.withoutWinner } }),
  };
}

/** Whether two say the same. */
export const isSame = (a: Experiment, b: Experiment) => JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b));

/** Whether a fault is one of the experiment. */
export const isOfExperiment = (pointer: string) => pointer === '/experiment' || pointer.startsWith('/experiment/');

const ofB = '/experiment/variantB';

/** The faults of the second wording, as those of a template. */
export const faultsOfB = (faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).filter(([p]) => p.startsWith(`${ofB}/`)).map(([p, detail]) => [p.slice(ofB.length), detail]));
