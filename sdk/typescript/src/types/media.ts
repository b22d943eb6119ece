import type { Schemas } from './shared.js';

/** A file of the workspace: uploaded, or received from a customer. */
export type MediaFile = Schemas['MediaFile'];

/** A file on the web that the service fetches. */
export type UploadLinkRequest = Schemas['UploadMediaLink'];

/** How long a link works. */
export type MediaLinkRequest = Schemas['CreateMediaLink'];

/** A link to a file that works without an API key. */
export type MediaLink = Schemas['MediaLink'];
