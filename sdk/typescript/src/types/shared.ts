// Helpers for the types of every resource; not part of the package.
import type { components } from '../openapi.gen.js';

/** The schemas of the service's OpenAPI document. */
export type Schemas = components['schemas'];

/** The same type; the named fields also accept a `Date`. */
export type WithDates<T, Times extends keyof T> = { [K in keyof T]: K extends Times ? T[K] | Date : T[K] };

/** A type of query; absent parameters may be undefined. */
export type Optional<T> = { [K in keyof T]?: T[K] | undefined };
