import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Board,
  Bridge,
  BridgeItem,
  ClosingItem,
  Closings,
  Conversion,
  ConversionItem,
  CreateDealReasonRequest,
  CreatePipelineRequest,
  Deal,
  DealReason,
  ExchangeRate,
  ExchangeRates,
  ExportForecastParams,
  Forecast,
  GetBoardParams,
  GetBridgeParams,
  GetClosingsParams,
  GetForecastParams,
  ListBridgeItemsParams,
  ListClosingItemsParams,
  ListConversionItemsParams,
  ListDealReasonsParams,
  ListExchangeRatesParams,
  ListForecastItemsParams,
  Pipeline,
  PipelinePeriod,
  SetExchangeRatesRequest,
  UpdatePipelineRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** The stages that deals go through, and why deals are won and lost. */
export class Pipelines extends Resource {
  /** Lists all pipelines with their stages, oldest first. */
  list(params?: ListParams, options?: RequestOptions): List<Pipeline> {
    return this.listOf('/v1/pipelines', params, options);
  }

  /** Creates a pipeline. Won and Lost are added where no stage has these kinds. */
  create(request: CreatePipelineRequest, options?: RequestOptions): APIPromise<Pipeline> {
    return this.transport.request({ method: 'POST', path: '/v1/pipelines', body: request, options });
  }

  /** Returns a pipeline. */
  get(id: string, options?: RequestOptions): APIPromise<Pipeline> {
    return this.transport.request({ method: 'GET', path: `/v1/pipelines/${segment(id)}`, options });
  }

  /** Changes a pipeline. */
  update(id: string, request: UpdatePipelineRequest, options?: RequestOptions): APIPromise<Pipeline> {
    const path = `/v1/pipelines/${segment(id)}`;
    return this.transport.request({ method: 'PATCH', path, body: request, options });
  }

  /** Returns a page of each column, or of one, with what the column has in all. */
  board(id: string, params: GetBoardParams = {}, options?: RequestOptions): APIPromise<Board> {
    const path = `/v1/pipelines/${segment(id)}/board`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Returns what the open deals of a pipeline are worth, now or at any time before. */
  forecast(id: string, params: GetForecastParams = {}, options?: RequestOptions): APIPromise<Forecast> {
    const path = `/v1/pipelines/${segment(id)}/forecast`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists the deals that a number of a forecast is made of. */
  forecastItems(id: string, params?: ListForecastItemsParams, options?: RequestOptions): List<Deal> {
    return this.listOf(`/v1/pipelines/${segment(id)}/forecast/items`, params, options);
  }

  /** Exports a forecast as a CSV table, which is read as it comes. */
  exportForecast(id: string, params: ExportForecastParams = {}, options?: RequestOptions): Promise<Response> {
    const path = `/v1/pipelines/${segment(id)}/forecast/export`;
    return this.transport.open({ method: 'GET', path, query: { ...params }, options });
  }

  /** Returns how a pipeline came from what it was worth to what it is worth. */
  bridge(id: string, params: GetBridgeParams = {}, options?: RequestOptions): APIPromise<Bridge> {
    const path = `/v1/pipelines/${segment(id)}/bridge`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists what a number of a bridge is made of, the latest first. */
  bridgeItems(id: string, params?: ListBridgeItemsParams, options?: RequestOptions): List<BridgeItem> {
    return this.listOf(`/v1/pipelines/${segment(id)}/bridge/items`, params, options);
  }

  /** Exports a bridge as a CSV table, which is read as it comes. */
  exportBridge(id: string, params: PipelinePeriod = {}, options?: RequestOptions): Promise<Response> {
    const path = `/v1/pipelines/${segment(id)}/bridge/export`;
    return this.transport.open({ method: 'GET', path, query: { ...params }, options });
  }

  /** Reports what became of the deals on each stage, and how many were won and lost. */
  conversion(id: string, params: PipelinePeriod = {}, options?: RequestOptions): APIPromise<Conversion> {
    const path = `/v1/pipelines/${segment(id)}/conversion`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists what a number of the conversion counts, the latest first. */
  conversionItems(
    id: string,
    params?: ListConversionItemsParams,
    options?: RequestOptions,
  ): List<ConversionItem> {
    return this.listOf(`/v1/pipelines/${segment(id)}/conversion/items`, params, options);
  }

  /** Exports the conversion as a CSV table, which is read as it comes. */
  exportConversion(id: string, params: PipelinePeriod = {}, options?: RequestOptions): Promise<Response> {
    const path = `/v1/pipelines/${segment(id)}/conversion/export`;
    return this.transport.open({ method: 'GET', path, query: { ...params }, options });
  }

  /** Counts why deals were lost, or won, with what they were worth then. */
  closings(id: string, params: GetClosingsParams = {}, options?: RequestOptions): APIPromise<Closings> {
    const path = `/v1/pipelines/${segment(id)}/closings`;
    return this.transport.request({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists the deals that were lost, or won, the latest first. */
  closingItems(id: string, params?: ListClosingItemsParams, options?: RequestOptions): List<ClosingItem> {
    return this.listOf(`/v1/pipelines/${segment(id)}/closings/items`, params, options);
  }

  /** Exports why deals were lost, or won, as a CSV table, which is read as it comes. */
  exportClosings(id: string, params: GetClosingsParams = {}, options?: RequestOptions): Promise<Response> {
    const path = `/v1/pipelines/${segment(id)}/closings/export`;
    return this.transport.open({ method: 'GET', path, query: { ...params }, options });
  }

  /** Lists the exchange rates that were set, by their currencies and days. */
  exchangeRates(params?: ListExchangeRatesParams, options?: RequestOptions): List<ExchangeRate> {
    return this.listOf('/v1/exchange-rates', params, options);
  }

  /** Sets exchange rates, each in the place of the one of its currencies and day. */
  setExchangeRates(request: SetExchangeRatesRequest, options?: RequestOptions): APIPromise<ExchangeRates> {
    return this.transport.request({ method: 'PUT', path: '/v1/exchange-rates', body: request, options });
  }

  /** Lists why deals are lost and won, oldest first. */
  reasons(params?: ListDealReasonsParams, options?: RequestOptions): List<DealReason> {
    return this.listOf('/v1/deal-reasons', params, options);
  }

  /** Adds a reason to the list. */
  createReason(request: CreateDealReasonRequest, options?: RequestOptions): APIPromise<DealReason> {
    return this.transport.request({ method: 'POST', path: '/v1/deal-reasons', body: request, options });
  }

  /** Deletes a reason. Deals that name it keep it. */
  deleteReason(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/deal-reasons/${segment(id)}`, options });
  }
}
