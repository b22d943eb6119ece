import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** A row of the ledger of charges. */
export type BookedCharge = Schemas['BookedCharge'];

/** What the charges of one key and currency add up to. */
export type ChargeSum = Schemas['ChargeSum'];

/** What the charges of a period add up to. */
export type ChargeSummary = Schemas['ChargeSummary'];

/** Which charges to export. */
export interface ChargeFilter
  extends Optional<{
    /** Only charges of this message. */
    messageId: string;
    /** Only charges from this time on. */
    from: Date | string;
    /** Only charges before this time. */
    to: Date | string;
  }> {}

/** Which charges to list. */
export interface ListChargesParams extends ListParams, ChargeFilter {}

/** Which charges to sum up, and by what. */
export interface GetChargeSummaryParams
  extends Optional<{
    /** By what; category by default. */
    groupBy: ChargeSummary['groupBy'];
    /** The first day, such as 2026-11-01. */
    from: string;
    /** The last day; today by default. */
    to: string;
  }> {}

/** Which statement to return. */
export interface GetChargeStatementParams
  extends Optional<{
    /** A PDF, or a CSV table; a PDF by default. */
    format: 'pdf' | 'csv';
  }> {
  /** The month, such as 2026-10. */
  month: string;
}

/** What could have been saved in a period. */
export type ChargeSavings = Schemas['ChargeSavings'];

/** Why messages could have cost nothing. */
export type SavingCause = ChargeSavings['causes'][number]['cause'];

/** A message that could have cost nothing. */
export type SavingMessage = Schemas['SavingMessage'];

/** Which period to look at: 92 days at most. */
export interface SavingPeriod
  extends Optional<{
    /** The first day, such as 2026-11-01. */
    from: string;
    /** The last day; today by default. */
    to: string;
  }> {}

/** Which of these messages to list. */
export interface ListSavingMessagesParams extends ListParams, SavingPeriod {}

/** A rate card that you imported. */
export type RateCard = Schemas['RateCard'];

/** A rate card with its prices. */
export type RateCardPrices = Schemas['RateCardPrices'];

/** A rate card as you want it. */
export type ImportRateCardRequest = Schemas['ImportRateCard'];

/** The ledger of charges compared with what the provider charged. */
export type Reconciliation = Schemas['Reconciliation'];

/** What to compare. */
export type CreateReconciliationRequest = Schemas['CreateReconciliation'];

/** Messages of which the ledger and the provider say different things. */
export type ChargeDifference = Schemas['ChargeDifference'];

/** Which differences to list. */
export interface ListChargeDifferencesParams
  extends ListParams,
    Optional<{
      /** Only differences of this cause. */
      cause: ChargeDifference['cause'];
    }> {}
