import { expect, test } from 'vitest';
import type { Broadcast, Template } from '@service/sdk';
import { type Experiment, experimentOf, faultsOfB, fieldsOf, isSame, noExperiment } from './experiment';

const template = { name: 'short', language: 'en_US', parameters: ['name'] } as Template;
const compared: Experiment = { ...noExperiment, measured: true, compared: true, template, fill: { parameters: { name: 'Ada', empty: '' } } };

test('nothing is measured until somebody switches it on', () => {
  expect(fieldsOf(noExperiment)).toEqual({});
  expect(fieldsOf({ ...compared, measured: false })).toEqual({});
});

test('a goal alone, and with some who are held out', () => {
  expect(fieldsOf({ ...noExperiment, measured: true, hours: '' })).toEqual({ goal: { event: 'answered' } });
  expect(fieldsOf({ ...noExperiment, measured: true, event: 'conversion', conversion: ' purchase ', holdout: 10 })).toEqual({ goal: { event: 'conversion', name: 'purchase', windowHours: 72 }, holdout: 10 });
});

test('two wordings, with a sample by a rise in percent or by a number, never both', () => {
  expect(fieldsOf({ ...compared, baseline: 7, detect: '0.1', sampleSize: 99 })).toEqual({
    goal: { event: 'answered', windowHours: 72 }, variantB: { templateName: 'short', language: 'en_US', parameters: { name: 'Ada' } }, share: 50, baseline: 0.07, detect: 0.001,
  });
  const bySize = fieldsOf({ ...compared, by: 'size', sampleSize: 400 });
  expect(bySize).toMatchObject({ sampleSize: 400 });
  expect(bySize).not.toHaveProperty('baseline');
  expect(fieldsOf({ ...compared, by: 'size' })).not.toHaveProperty('sampleSize'); // the service says that it is missing
});

test('the rest waits only with two wordings', () => {
  expect(fieldsOf({ ...compared, waits: true, testShare: 30, withoutWinner: 'variant_a' }).rest).toEqual({ testShare: 30, withoutWinner: 'variant_a' });
  expect(fieldsOf({ ...compared, compared: false, waits: true })).not.toHaveProperty('rest');
});

test('what a draft has is read as it was filled in', () => {
  const kept: Broadcast['experiment'] = {
    goal: { event: 'conversion', name: 'purchase', windowHours: 24 }, holdout: 5, variantB: { templateName: 'short', language: 'en_US', parameters: { name: 'Ada' } }, share: 40,
    sampleSize: null, baseline: 0.07, detect: 0.021, rest: { testShare: 30, withoutWinner: 'cancel' },
  };
  const read = experimentOf(kept, [template]);
  expect(read).toMatchObject({ template, by: 'rise', baseline: 7, detect: 2.1 });
  expect(fieldsOf(read)).toEqual({
    goal: { event: 'conversion', name: 'purchase', windowHours: 24 }, holdout: 5, variantB: { templateName: 'short', language: 'en_US', parameters: { name: 'Ada' } }, share: 40,
    baseline: 0.07, detect: 0.021, rest: { testShare: 30, withoutWinner: 'cancel' },
  });
  const bySize = experimentOf({ ...kept, sampleSize: 50, baseline: null, detect: null }, []);
  expect(bySize).toMatchObject({ by: 'size', sampleSize: 50, template: undefined });
  const nothing = experimentOf({ goal: null, holdout: 0, variantB: null, share: null, sampleSize: null, baseline: null, detect: null, rest: null }, []);
  expect(isSame(nothing, noExperiment)).toBe(true);
});

test('typing where nothing changes changes nothing', () => {
  expect(isSame(compared, { ...compared, share: '50', conversion: 'of no use' })).toBe(true);
  expect(isSame(compared, { ...compared, share: 49 })).toBe(false);
});

test('faults of the second wording stand at its fields', () => {
  expect(faultsOfB({ '/parameters/name': 'of A', '/experiment/variantB/parameters/name': 'of B', '/experiment/variantB': 'all' })).toEqual({ '/parameters/name': 'of B' });
});
