import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type { ListRatingsParams, Rating, RatingSettings, UpdateRatingSettingsRequest } from '../types.js';
import { Resource } from './resource.js';

/** What contacts think of the episodes of their conversations. */
export class Ratings extends Resource {
  /** Lists the ratings, the latest first. */
  list(params?: ListRatingsParams, options?: RequestOptions): List<Rating> {
    return this.listOf('/v1/ratings', params, options);
  }

  /** Gets whether and how contacts are asked. */
  settings(options?: RequestOptions): APIPromise<RatingSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/rating-settings', options });
  }

  /** Changes whether and how contacts are asked. */
  updateSettings(request: UpdateRatingSettingsRequest, options?: RequestOptions): APIPromise<RatingSettings> {
    return this.transport.request({ method: 'PATCH', path: '/v1/rating-settings', body: request, options });
  }
}
