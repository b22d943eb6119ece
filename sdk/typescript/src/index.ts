export { ServiceClient, type ClientOptions } from './client.js';
export type { APIPromise, WithResponse } from './api-promise.js';
export {
  APIAbortError,
  APIConnectionError,
  APIError,
  APITimeoutError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type FieldError,
  GoneError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  type Problem,
  type ProviderError,
  RateLimitError,
  ServiceError,
  UnprocessableEntityError,
  WebhookVerificationError,
} from './errors.js';
export type { Logger, LogLevel } from './logger.js';
export type { List, ListParams, Page } from './list.js';
export type { AI, AIProviders } from './resources/ai.js';
export type { APIKeys } from './resources/api-keys.js';
export type { AuditLog } from './resources/audit-log.js';
export type { Charges } from './resources/charges.js';
export type { Roles } from './resources/roles.js';
export type { Teams } from './resources/teams.js';
export type { Assistants } from './resources/assistants.js';
export type { Calendars } from './resources/calendars.js';
export type { Consent } from './resources/consent.js';
export type { Knowledge } from './resources/knowledge.js';
export type { Deployment } from './resources/deployment.js';
export type { Factors } from './resources/factors.js';
export type { KnowledgeGaps } from './resources/knowledge-gaps.js';
export type { Labels } from './resources/labels.js';
export type { Actions } from './resources/actions.js';
export type { Broadcasts } from './resources/broadcasts.js';
export type { Budgets } from './resources/budgets.js';
export type { Conversions } from './resources/conversions.js';
export type { Buttons } from './resources/buttons.js';
export type { DealImports } from './resources/deal-imports.js';
export type { DealRules } from './resources/deal-rules.js';
export type { DealFields } from './resources/deal-fields.js';
export type { Deals } from './resources/deals.js';
export type { Pipelines } from './resources/pipelines.js';
export type { Segments } from './resources/segments.js';
export type { Views } from './resources/views.js';
export type { ContactFields } from './resources/contact-fields.js';
export type { ContactImports } from './resources/contact-imports.js';
export type { Contacts } from './resources/contacts.js';
export type { Deliveries } from './resources/deliveries.js';
export type { Availability } from './resources/availability.js';
export type { CannedReplies } from './resources/canned-replies.js';
export type { Conversations } from './resources/conversations.js';
export type { Events } from './resources/events.js';
export type { Media, Uploadable, UploadDetails } from './resources/media.js';
export type { Messages } from './resources/messages.js';
export type { MessagingAccounts } from './resources/messaging-accounts.js';
export type { PhoneNumbers } from './resources/phone-numbers.js';
export type { Onboarding as OnboardingChecklist } from './resources/onboarding.js';
export type { Promises } from './resources/promises.js';
export type { Proposals } from './resources/proposals.js';
export type { Redeliveries } from './resources/redeliveries.js';
export type { Notifications } from './resources/notifications.js';
export type { Ratings } from './resources/ratings.js';
export type { Reports } from './resources/reports.js';
export type { Routing } from './resources/routing.js';
export type { Sandbox } from './resources/sandbox.js';
export type { Search } from './resources/search.js';
export type { ServiceLevels } from './resources/service-levels.js';
export type { Sessions } from './resources/sessions.js';
export type { SSOConnections } from './resources/sso-connections.js';
export type { Templates } from './resources/templates.js';
export type { Users } from './resources/users.js';
export type { WebhookEndpoints } from './resources/webhook-endpoints.js';
export type { Fetch, RequestOptions } from './transport.js';
export type * from './types.js';
export { VERSION } from './version.js';
export type * from './webhook-event.js';
export {
  type NumberedWebhookEvent,
  type WebhookHeaders,
  type WebhookOptions,
  Webhooks,
  type WebhookSecret,
} from './webhooks.js';
