import { describe, expect, it } from 'vitest';
import type { Template } from '@service/sdk';
import { sectionsIn, slotsOf, withProducts } from './fill';

const template = (components: unknown[]) => ({ components, parameters: [], parameterFormat: 'NAMED' }) as unknown as Template;

describe('what a template leaves open', () => {
  it('knows products in headers, cards and buttons', () => {
    const slots = slotsOf(template([
      { type: 'HEADER', format: 'PRODUCT' },
      { type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'View items' }, { type: 'CATALOG', text: 'View catalog' }, { type: 'SPM', text: 'View' }] },
      { type: 'CAROUSEL', cards: [{ components: [{ type: 'HEADER', format: 'PRODUCT' }] }, { components: [{ type: 'HEADER', format: 'IMAGE' }] }] },
    ]));
    expect(slots.headerProduct).toBe(true);
    expect(slots.headerMedia).toBeUndefined();
    expect(slots.products).toEqual([{ index: 0, text: 'View items', selection: true }, { index: 1, text: 'View catalog', selection: false }]);
    expect(slots.cards.map((c) => c.product)).toEqual([true, false]);
  });
});

describe('products of a button', () => {
  it('are read a line each, with sections', () => {
    expect(sectionsIn('sku-1\n\n  sku-2 ')).toEqual([{ productRetailerIds: ['sku-1', 'sku-2'] }]);
    expect(sectionsIn('Plants:\nsku-1\nPots:\nsku-2')).toEqual([{ title: 'Plants', productRetailerIds: ['sku-1'] }, { title: 'Pots', productRetailerIds: ['sku-2'] }]);
    expect(sectionsIn(' \n')).toBeUndefined();
  });

  it('are put beside the values of other buttons, and taken out again', () => {
    const values = withProducts([{ index: 1, payload: 'yes' }], 0, { thumbnailProductRetailerId: 'sku-1' });
    expect(values).toEqual([{ index: 0, thumbnailProductRetailerId: 'sku-1' }, { index: 1, payload: 'yes' }]);
    expect(withProducts(values, 0, {})).toEqual([{ index: 1, payload: 'yes' }]);
  });
});
