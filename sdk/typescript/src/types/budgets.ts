import type { Schemas } from './shared.js';

/** What you mean to spend at most in each day or month. */
export type Budget = Schemas['Budget'];

/** A budget with how much of it is used up. */
export type BudgetDetail = Schemas['BudgetDetail'];

/** How much of a budget is used up in a period. */
export type BudgetSpending = Schemas['BudgetSpending'];

/** A new budget. */
export type CreateBudgetRequest = Schemas['CreateBudget'];

/** Changes to a budget. */
export type UpdateBudgetRequest = Schemas['UpdateBudget'];
