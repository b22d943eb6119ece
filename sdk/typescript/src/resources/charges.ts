import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  BookedCharge,
  ChargeDifference,
  ChargeFilter,
  ChargeSavings,
  ChargeSummary,
  CreateReconciliationRequest,
  GetChargeStatementParams,
  GetChargeSummaryParams,
  ImportRateCardRequest,
  ListChargeDifferencesParams,
  ListChargesParams,
  ListSavingMessagesParams,
  RateCard,
  RateCardPrices,
  Reconciliation,
  SavingCause,
  SavingMessage,
  SavingPeriod,
} from '../types.js';
import { Resource } from './resource.js';

/** What the provider charges, and the rate cards that say what it costs. */
export class Charges extends Resource {
  /** Lists the rows of the ledger, newest first. */
  list(params?: ListChargesParams, options?: RequestOptions): List<BookedCharge> {
    return this.listOf('/v1/charges', params, options);
  }

  /** Sums up the charges of a period. */
  summarize(params: GetChargeSummaryParams = {}, options?: RequestOptions): APIPromise<ChargeSummary> {
    return this.transport.request({ method: 'GET', path: '/v1/charges/summary', query: { ...params }, options });
  }

  /** Exports charges as CSV. Read the response with `body` (a stream) or `text()`. */
  export(filter: ChargeFilter = {}, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/charges/export', query: { ...filter }, options });
  }

  /** Returns the statement of a month. Read the response with `body` (a stream) or `text()`. */
  statement(params: GetChargeStatementParams, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: '/v1/charges/statement', query: { ...params }, options });
  }

  /** Returns what could have been saved in a period, by cause. */
  savings(params: SavingPeriod = {}, options?: RequestOptions): APIPromise<ChargeSavings> {
    return this.transport.request({ method: 'GET', path: '/v1/charges/savings', query: { ...params }, options });
  }

  /** Lists the messages of one cause, the last booked first. */
  savingMessages(cause: SavingCause, params?: ListSavingMessagesParams, options?: RequestOptions): List<SavingMessage> {
    return this.listOf(`/v1/charges/savings/${segment(cause)}/messages`, params, options);
  }

  /** Lists the rate cards that you imported, newest first. */
  rateCards(params?: ListParams, options?: RequestOptions): List<RateCard> {
    return this.listOf('/v1/rate-cards', params, options);
  }

  /** Imports a rate card: it goes before those that there are. */
  importRateCard(request: ImportRateCardRequest, options?: RequestOptions): APIPromise<RateCard> {
    return this.transport.request({ method: 'POST', path: '/v1/rate-cards', body: request, options });
  }

  /** Returns a rate card with its prices. */
  rateCard(id: string, options?: RequestOptions): APIPromise<RateCardPrices> {
    return this.transport.request({ method: 'GET', path: `/v1/rate-cards/${segment(id)}`, options });
  }

  /** Deletes a rate card. What it priced keeps its price. */
  deleteRateCard(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/rate-cards/${segment(id)}`, options });
  }

  /** Begins to compare the ledger with what the provider charged. */
  reconcile(request: CreateReconciliationRequest = {}, options?: RequestOptions): APIPromise<Reconciliation> {
    return this.transport.request({ method: 'POST', path: '/v1/charges/reconciliations', body: request, options });
  }

  /** Lists reconciliations, newest first. */
  reconciliations(params?: ListParams, options?: RequestOptions): List<Reconciliation> {
    return this.listOf('/v1/charges/reconciliations', params, options);
  }

  /** Returns a reconciliation with what it found. */
  reconciliation(id: string, options?: RequestOptions): APIPromise<Reconciliation> {
    return this.transport.request({ method: 'GET', path: `/v1/charges/reconciliations/${segment(id)}`, options });
  }

  /** Lists what the ledger and the provider say different things of. */
  differences(id: string, params?: ListChargeDifferencesParams, options?: RequestOptions): List<ChargeDifference> {
    return this.listOf(`/v1/charges/reconciliations/${segment(id)}/differences`, params, options);
  }
}
