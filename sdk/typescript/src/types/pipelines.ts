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
