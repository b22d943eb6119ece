import { describe, expect, it } from 'vitest';
import type { Board, Deal } from '@service/sdk';
import { moveOnBoard, staysThere } from './board-moves';
import { addDecimals } from '../../lib/decimal';

const deal = (id: string, amount: string | null, currency: string | null = 'USD') => ({ id, amount, currency, stageId: 'a', status: 'open' }) as Deal;
const column = (id: string, deals: Deal[], totals: { currency: string; amount: string; deals: number }[]) =>
  ({ stage: { id, name: id, kind: 'open' }, count: deals.length, totals, deals, nextCursor: null }) as unknown as Board['columns'][number];
const board = (): Board => ({
  columns: [
    column('a', [deal('1', '10.10'), deal('2', '0.20'), deal('3', null, null)], [{ currency: 'USD', amount: '10.30', deals: 2 }]),
    column('b', [deal('4', '7.000', 'KWD')], [{ currency: 'KWD', amount: '7.000', deals: 1 }]),
  ],
});
const ids = (b: Board) => b.columns.map((c) => c.deals.map((d) => d.id).join(''));

describe('a move on the board', () => {
  it('puts a deal beside another one, and sums exactly', () => {
    const moved = moveOnBoard(board(), '2', { stageId: 'b', afterDealId: '4' });
    expect(ids(moved)).toEqual(['13', '42']);
    expect(moved.columns[0]).toMatchObject({ count: 2, totals: [{ currency: 'USD', amount: '10.10', deals: 1 }] });
    expect(moved.columns[1]).toMatchObject({ count: 2, totals: [{ currency: 'KWD', amount: '7.000', deals: 1 }, { currency: 'USD', amount: '0.20', deals: 1 }] });
  });
  it('goes to the top without another deal', () => expect(ids(moveOnBoard(board(), '3', { stageId: 'b' }))).toEqual(['12', '34']));
  it('reorders a column', () => expect(ids(moveOnBoard(board(), '3', { stageId: 'a', beforeDealId: '2' }))).toEqual(['132', '4']));
  it('knows what changes nothing', () => {
    expect(staysThere(board(), '1', { stageId: 'a', beforeDealId: '2' })).toBe(true);
    expect(staysThere(board(), '1', { stageId: 'a', afterDealId: '2' })).toBe(false);
    expect(staysThere(board(), '1', { stageId: 'b' })).toBe(false);
  });
});

it('adds decimals exactly', () => {
  expect(addDecimals('0.10', '0.2')).toBe('0.30');
  expect(addDecimals('1', '2.005', -1)).toBe('-1.005');
  expect(addDecimals('480000', '20000')).toBe('500000');
});
