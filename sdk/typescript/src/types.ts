// The types of requests and responses. They come from the service's OpenAPI
// document. Types that are more precise here are checked against it by
// test/types.test.ts.
export type * from './types/ai.js';
export type * from './types/api-keys.js';
export type * from './types/audit-log.js';
export type * from './types/roles.js';
export type * from './types/teams.js';
export type * from './types/assistants.js';
export type * from './types/availability.js';
export type * from './types/canned-replies.js';
export type * from './types/calendars.js';
export type * from './types/consent.js';
export type * from './types/contacts.js';
export type * from './types/conversations.js';
export type * from './types/deliveries.js';
export type * from './types/done-by.js';
export type { EventSelector } from './types/event-selector.js';
export type * from './types/events.js';
export type * from './types/factors.js';
export type * from './types/knowledge.js';
export type * from './types/labels.js';
export type * from './types/media.js';
export type * from './types/messages.js';
export type * from './types/phone-numbers.js';
export type * from './types/routing.js';
export type * from './types/runs.js';
export type * from './types/sandbox.js';
export type * from './types/search.js';
export type * from './types/service-levels.js';
export type * from './types/sessions.js';
export type * from './types/sso-connections.js';
export type * from './types/templates.js';
export type * from './types/users.js';
export type * from './types/webhook-endpoints.js';
