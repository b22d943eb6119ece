import type { Schemas } from './shared.js';

/** A button of your own in conversations. */
export type Button = Schemas['Button'];

/** A button with its new secret, which is shown only once. */
export type ButtonWithSecret = Schemas['ButtonWithSecret'];

/** A new button. */
export type CreateButtonRequest = Schemas['CreateButton'];

/** Changes to a button. */
export type UpdateButtonRequest = Schemas['UpdateButton'];

/** How long the old secrets sign beside the new one. */
export type RotateButtonSecretRequest = Schemas['RotateButtonSecret'];

/** A button as you may press it in a conversation. */
export type ConversationButton = Schemas['ConversationButton'];

/** One pressing of a button that calls your system. */
export type Press = Schemas['Press'];
