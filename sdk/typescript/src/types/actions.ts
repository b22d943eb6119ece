import type { Schemas } from './shared.js';

/** A change of many conversations at once. */
export type Action = Schemas['Action'];

/** What is to become of many conversations. */
export type CreateActionRequest = Schemas['CreateAction'];
