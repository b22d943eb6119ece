import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** What a contact thinks of an episode. */
export type Rating = Schemas['Rating'];

/** What became of asking the contact of an episode. */
export type EpisodeRating = Schemas['EpisodeRating'];

/** Whether and how contacts are asked for a rating. */
export type RatingSettings = Schemas['RatingSettings'];

/** Changes to the settings of ratings. */
export type UpdateRatingSettingsRequest = Schemas['UpdateRatingSettings'];

/** Which ratings to list. */
export interface ListRatingsParams
  extends ListParams,
    Optional<{
      /** Only ratings at or after this time. */
      since: Date | string;
      /** Only ratings before this time. */
      until: Date | string;
      /** Only episodes that this team had. */
      teamId: string;
      /** Only episodes that this user had. */
      agentId: string;
      /** Only this score. */
      score: number;
    }> {}
