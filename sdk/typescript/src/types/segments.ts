import type { Schemas } from './shared.js';

/** A group of contacts: those for whom its filter holds. */
export type Segment = Schemas['Segment'];

/** Which contacts are meant: a group of filters, or one condition. */
export type SegmentFilter = Schemas['SegmentFilter'];

/** A new segment. */
export type CreateSegmentRequest = Schemas['CreateSegment'];

/** Changes to a segment. */
export type UpdateSegmentRequest = Schemas['UpdateSegment'];

/** A filter that is tried. */
export type PreviewSegmentRequest = Schemas['PreviewSegment'];

/** What a filter finds: how many contacts, and the first ones. */
export type SegmentPreview = Schemas['SegmentPreview'];

/** How many contacts are in a segment. */
export type SegmentCount = Schemas['SegmentCount'];

/** Whether a contact is in a segment, and why. */
export type SegmentExplanation = Schemas['SegmentExplanation'];
