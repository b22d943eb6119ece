import type { Schemas } from './shared.js';

/** What a person has besides the password. */
export type Factors = Schemas['Factors'];

/** The secret of an authenticator app, shown once. */
export type NewTOTP = Schemas['NewTOTP'];

/** A code that confirms an authenticator app. */
export type ConfirmTOTPRequest = Schemas['ConfirmTOTP'];

/** Codes that stand in for the app, shown once. */
export type RecoveryCodes = Schemas['RecoveryCodes'];

/** A passkey of a person. */
export type Passkey = Schemas['Passkey'];

/** All passkeys of a person. */
export type Passkeys = Schemas['Passkeys'];

/** What a browser is asked for. */
export type PasskeyOptions = Schemas['PasskeyOptions'];

/** The passkey that a browser made. */
export type AddPasskeyRequest = Schemas['AddPasskey'];

/** The passkey that a browser used. */
export type CreatePasskeySessionRequest = Schemas['CreatePasskeySession'];
