import type { Schemas } from './shared.js';

/** A word by which people sort conversations. */
export type Label = Schemas['Label'];

/** A new label. */
export type CreateLabelRequest = Schemas['CreateLabel'];

/** Changes to a label. */
export type UpdateLabelRequest = Schemas['UpdateLabel'];
