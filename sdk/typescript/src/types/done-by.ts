import type { Schemas } from './shared.js';

/** Who did something: one of your systems, a person, the service itself and others. */
export type DoneBy = Schemas['DoneBy'];
