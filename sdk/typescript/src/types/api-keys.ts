import type { Schemas, WithDates } from './shared.js';

/** A key to make. */
export interface CreateAPIKeyRequest extends WithDates<Schemas['CreateAPIKey'], 'expiresAt'> {}

/** A key, without the key itself. */
export type APIKey = Schemas['APIKey'];

/** A new key, which is shown this once. */
export type APIKeyWithSecret = Schemas['APIKeyWithSecret'];

/** How long the old secret or key works beside the new one. */
export type RotateRequest = Schemas['Overlap'];
