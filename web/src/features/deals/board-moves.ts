import type { Board, BoardColumn, Deal } from '@service/sdk';
import { addDecimals } from '../../lib/decimal';

/** Where a deal is put: onto a stage, beside another deal of it or at its top. */
export interface Target {
  stageId: string;
  beforeDealId?: string | undefined;
  afterDealId?: string | undefined;
}

export const findDeal = (board: Board, id: string): Deal | undefined =>
  board.columns.flatMap((c) => c.deals).find((d) => d.id === id);

/** The board as it is once the deal has moved, with its counts and totals. */
export function moveOnBoard(board: Board, id: string, target: Target): Board {
  const deal = findDeal(board, id);
  const to = board.columns.find((c) => c.stage.id === target.stageId)?.stage;
  if (!deal || !to) return board;
  const moved: Deal = { ...deal, stageId: to.id, status: to.kind };
  const columns = board.columns.map((c) => (c.deals.some((d) => d.id === id) ? without(c, deal) : c));
  return { ...board, columns: columns.map((c) => (c.stage.id === to.id ? withDeal(c, moved, target) : c)) };
}

function without(column: BoardColumn, deal: Deal): BoardColumn {
  return count({ ...column, deals: column.deals.filter((d) => d.id !== deal.id) }, deal, -1);
}

function withDeal(column: BoardColumn, deal: Deal, { beforeDealId, afterDealId }: Target): BoardColumn {
  const deals = [...column.deals];
  const before = deals.findIndex((d) => d.id === beforeDealId);
  const after = deals.findIndex((d) => d.id === afterDealId);
  deals.splice(before >= 0 ? before : after + 1, 0, deal); // neither: the top, as the service does
  return count({ ...column, deals }, deal, 1);
}

function count(column: BoardColumn, { amount, currency }: Deal, sign: 1 | -1): BoardColumn {
  const sum = { ...column, count: column.count === null ? null : column.count + sign };
  if (!column.totals || amount === null || currency === null) return sum;
  const old = column.totals.find((t) => t.currency === currency) ?? { currency, amount: '0', deals: 0 };
  const total = { currency, amount: addDecimals(old.amount, amount, sign), deals: old.deals + sign };
  const others = column.totals.filter((t) => t.currency !== currency);
  return { ...sum, totals: (total.deals > 0 ? [...others, total] : others).sort((a, b) => a.currency.localeCompare(b.currency)) };
}

/** Whether a move would change nothing. */
export function staysThere(board: Board, id: string, { stageId, beforeDealId, afterDealId }: Target): boolean {
  const deals = board.columns.find((c) => c.stage.id === stageId)?.deals ?? [];
  const at = deals.findIndex((d) => d.id === id);
  if (at < 0) return false;
  if (beforeDealId) return beforeDealId === id || deals[at + 1]?.id === beforeDealId;
  if (afterDealId) return afterDealId === id || deals[at - 1]?.id === afterDealId;
  return true;
}
