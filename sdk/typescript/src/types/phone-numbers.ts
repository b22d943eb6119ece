import type { Schemas } from './shared.js';

/** A number of the business. */
export type PhoneNumber = Schemas['PhoneNumber'];

/** The health of a number. */
export type PhoneNumberHealth = Schemas['PhoneNumberHealth'];

/** One current or past problem of a number. */
export type HealthNotice = Schemas['HealthNotice'];

/** An account at the provider to connect. */
export type ConnectMessagingAccountRequest = Schemas['ConnectMessagingAccount'];

/** A connected account at the provider. */
export type MessagingAccount = Schemas['MessagingAccount'];

/** Changes to a phone number. */
export type UpdatePhoneNumberRequest = Schemas['UpdatePhoneNumber'];

/** What a number says by itself. */
export type AutomaticMessages = Schemas['AutomaticMessages'];

/** Changes to what a number says by itself. */
export type UpdateAutomaticMessagesRequest = Schemas['UpdateAutomaticMessages'];
