import type { Schemas } from './shared.js';

/** A list of conversations that somebody named. */
export type SavedView = Schemas['SavedView'];

/** A new view. */
export type CreateViewRequest = Schemas['CreateView'];

/** Changes to a view. */
export type UpdateViewRequest = Schemas['UpdateView'];

/** How many conversations a view has, up to a bound. */
export type ViewCount = Schemas['ViewCount'];
