import type { Schemas } from './shared.js';

/** A file of the workspace: uploaded, or received from a customer. */
export type MediaFile = Schemas['MediaFile'];

/** A file on the web that the service fetches. */
export type UploadLinkRequest = Schemas['UploadMediaLink'];

/** How long a link shall work. */
export type MediaLinkRequest = Schemas['CreateMediaLink'];

/** A way to a file that needs no API key. */
export type MediaLink = Schemas['MediaLink'];
