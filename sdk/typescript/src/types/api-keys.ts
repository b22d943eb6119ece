import type { Schemas, WithDates } from './shared.js';

/** A key to create. */
export interface CreateAPIKeyRequest extends WithDates<Schemas['CreateAPIKey'], 'expiresAt'> {}

/** Changes to a key. */
export type UpdateAPIKeyRequest = Schemas['UpdateAPIKey'];

/** A key without its secret. */
export type APIKey = Schemas['APIKey'];

/** A new key with its secret, which is shown only once. */
export type APIKeyWithSecret = Schemas['APIKeyWithSecret'];

/** How long the old secret or key keeps working. */
export type RotateRequest = Schemas['Overlap'];
