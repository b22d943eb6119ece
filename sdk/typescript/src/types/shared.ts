// What the types of every resource are made with; not part of the package.
import type { components } from '../openapi.gen.js';

/** The schemas of the service's OpenAPI document. */
export type Schemas = components['schemas'];

/** The same type, with the named fields taken as text or as a `Date`. */
export type WithDates<T, Times extends keyof T> = { [K in keyof T]: K extends Times ? T[K] | Date : T[K] };

/** A type of query, with undefined allowed for what is left out. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined };
