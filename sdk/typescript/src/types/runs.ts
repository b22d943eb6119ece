import type { Schemas } from './shared.js';

/** Why one item of an import, or of other work in the background, came to nothing. */
export type RunProblem = Schemas['RunProblem'];
