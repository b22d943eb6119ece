import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** The stages that deals of one sort go through. */
export type Pipeline = Schemas['Pipeline'];

/** How far a deal has come. */
export type Stage = Schemas['Stage'];

/** A new pipeline. */
export type CreatePipelineRequest = Schemas['CreatePipeline'];

/** Changes to a pipeline. */
export type UpdatePipelineRequest = Schemas['UpdatePipeline'];

/** A page of each column of a pipeline. */
export type Board = Schemas['Board'];

/** A page of the deals of a stage. */
export type BoardColumn = Schemas['BoardColumn'];

/** Which part of a board to get. */
export interface GetBoardParams
  extends ListParams,
    Optional<{
      /** Only this column; with a cursor it says of which column that is. */
      stageId: string;
      /** The board as it was at this time; now by default. */
      at: string | Date;
    }> {}

/** What the open deals of a pipeline are worth. */
export type Forecast = Schemas['Forecast'];

/** How a pipeline came from what it was worth to what it is worth. */
export type Bridge = Schemas['Bridge'];

/** One of what a number of a bridge is made of. */
export type BridgeItem = Schemas['BridgeItem'];

/** What became of deals on the stages of a pipeline. */
export type Conversion = Schemas['Conversion'];

/** One of the deals that a number of the conversion counts. */
export type ConversionItem = Schemas['ConversionItem'];

/** Why deals were lost, or won. */
export type Closings = Schemas['Closings'];

/** A deal that was lost, or won. */
export type ClosingItem = Schemas['ClosingItem'];

/** What a unit of one currency is worth in another one. */
export type ExchangeRate = Schemas['ExchangeRate'];

/** The rates that were set. */
export type ExchangeRates = Schemas['ExchangeRates'];

/** Rates to set. */
export type SetExchangeRatesRequest = Schemas['SetExchangeRates'];

/** What a forecast is broken down by, and of which deals and which time it is. */
export type ExportForecastParams = Optional<{
  /** By what the groups are made; stage by default. */
  groupBy: 'stage' | 'month' | 'owner' | 'category';
  /** Only deals of this member; none for deals of nobody. */
  ownerId: string;
  /** As it was at this time; now by default. */
  at: string | Date;
}>;

/** Which forecast to get. */
export interface GetForecastParams
  extends ExportForecastParams,
    Optional<{
      /** Also converts the sums to this currency. */
      currency: string;
    }> {}

/** Which deals of a forecast to list. */
export interface ListForecastItemsParams
  extends ListParams,
    Optional<{
      ownerId: string;
      at: string | Date;
      stageId: string;
      /** Such as 2026-12; none for deals without an expected close. */
      month: string;
      category: Schemas['Deal']['forecastCategory'];
      /** none for deals without an amount. */
      currency: string;
    }> {}

/** The days of a report of a pipeline. */
export type PipelinePeriod = Optional<{
  /** The first day; six days before the last one by default. */
  from: string;
  /** The last day; today by default. */
  to: string;
  /** IANA time zone of the days; UTC by default. */
  timeZone: string;
}>;

/** Which bridge to get. */
export interface GetBridgeParams
  extends PipelinePeriod,
    Optional<{
      /** Also converts what was won and lost to this currency, by the rates of the days. */
      currency: string;
    }> {}

/** Which items of a bridge to list. */
export interface ListBridgeItemsParams
  extends ListParams,
    PipelinePeriod,
    Optional<{
      /** start, end, or one of the parts; all that happened by default. */
      part: 'start' | 'end' | Schemas['BridgePart']['part'];
      /** none for deals without an amount. */
      currency: string;
    }> {}

/** Which items of the conversion to list. */
export interface ListConversionItemsParams
  extends ListParams,
    PipelinePeriod,
    Optional<{
      /** The number; left by default. */
      number: 'entered' | 'left' | 'closed';
      stageId: string;
      part: Schemas['StageConversionPart']['part'];
    }> {}

/** Which deals to count that were lost, or won. */
export interface GetClosingsParams
  extends PipelinePeriod,
    Optional<{
      /** lost by default. */
      kind: 'lost' | 'won';
    }> {}

/** Which deals to list that were lost, or won. */
export interface ListClosingItemsParams
  extends ListParams,
    GetClosingsParams,
    Optional<{
      /** Only those with this reason; none for words of their own, or none. */
      reasonId: string;
    }> {}

/** Which exchange rates to list. */
export interface ListExchangeRatesParams
  extends ListParams,
    Optional<{
      /** Only rates of this currency. */
      from: string;
      /** Only rates to this currency. */
      to: string;
    }> {}

/** Why deals are lost, or won. */
export type DealReason = Schemas['DealReason'];

/** A new reason. */
export type CreateDealReasonRequest = Schemas['CreateDealReason'];

/** Which reasons to list. */
export interface ListDealReasonsParams
  extends ListParams,
    Optional<{
      /** Only reasons of this kind. */
      kind: 'won' | 'lost';
    }> {}
