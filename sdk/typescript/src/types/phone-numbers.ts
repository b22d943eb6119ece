import type { Schemas } from './shared.js';

/** A number of the business. */
export type PhoneNumber = Schemas['PhoneNumber'];

/** The health of a number. */
export type PhoneNumberHealth = Schemas['PhoneNumberHealth'];

/** One current or past problem of a number. */
export type HealthNotice = Schemas['HealthNotice'];

/** An account at the provider to connect. */
export type ConnectMessagingAccountRequest = Schemas['ConnectMessagingAccount'];

/** The token that replaces the one of an account. */
export type RotateTokenRequest = Schemas['RotateToken'];

/** Whether the provider reaches the service. */
export type WebhookCheck = Schemas['WebhookCheck'];

/** A connected account at the provider. */
export type MessagingAccount = Schemas['MessagingAccount'];

/** Changes to a phone number. */
export type UpdatePhoneNumberRequest = Schemas['UpdatePhoneNumber'];

/** What a number says by itself. */
export type AutomaticMessages = Schemas['AutomaticMessages'];

/** Changes to what a number says by itself. */
export type UpdateAutomaticMessagesRequest = Schemas['UpdateAutomaticMessages'];

/** A number to add to a messaging account. */
export type AddPhoneNumberRequest = Schemas['AddPhoneNumber'];

/** How far a number is set up. */
export type PhoneNumberSetup = Schemas['PhoneNumberSetup'];

/** How a verification code is to come. */
export type RequestVerificationCodeRequest = Schemas['RequestVerificationCode'];

/** A verification code that came. */
export type VerifyPhoneNumberRequest = Schemas['VerifyPhoneNumber'];

/** The PIN of a number. */
export type PhoneNumberPINRequest = Schemas['PhoneNumberPIN'];

/** Another display name. */
export type RequestDisplayNameRequest = Schemas['RequestDisplayName'];

/** What contacts see of a number. */
export type BusinessProfile = Schemas['BusinessProfile'];

/** Changes to a business profile. */
export type UpdateBusinessProfileRequest = Schemas['UpdateBusinessProfile'];

/** What a number offers in its chat. */
export type ConversationalComponents = Schemas['ConversationalComponents'];

/** What a number is to offer in its chat. */
export type SetConversationalComponentsRequest = Schemas['SetConversationalComponents'];

/** A QR code with its short link. */
export type QRCode = Schemas['QRCode'];

/** All QR codes of a number. */
export type QRCodes = Schemas['QRCodes'];

/** A QR code to make. */
export type CreateQRCodeRequest = Schemas['CreateQRCode'];

/** Another message of a QR code. */
export type UpdateQRCodeRequest = Schemas['UpdateQRCode'];

/** Somebody whom a number has blocked. */
export type BlockedUser = Schemas['BlockedUser'];

/** Whom to block or unblock. */
export type BlockUsersRequest = Schemas['BlockUsers'];

/** What became of users to block or unblock. */
export type BlockOutcome = Schemas['BlockOutcome'];

/** The public key of the flows of a number. */
export type EncryptionKey = Schemas['EncryptionKey'];

/** Another public key. */
export type SetEncryptionKeyRequest = Schemas['SetEncryptionKey'];
