import type { EventKind } from '../webhook-event.js';
import type { WithEvents } from './event-selector.js';
import type { Optional, Schemas } from './shared.js';

/** A receiver to register. */
export interface CreateWebhookEndpointRequest extends WithEvents<Schemas['CreateWebhookEndpoint']> {}

/** An endpoint to create or change, named by its URL. */
export interface UpsertWebhookEndpointRequest extends WithEvents<Schemas['UpsertWebhookEndpoint']> {}

/** A webhook endpoint after an upsert, with its secret only if it was created. */
export type UpsertedWebhookEndpoint = Schemas['UpsertedWebhookEndpoint'];

/** Changes to a receiver; absent fields stay. */
export interface UpdateWebhookEndpointRequest extends WithEvents<Schemas['UpdateWebhookEndpoint']> {}

/** A registered receiver of events. */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/** A receiver with its secret, which is shown only once. */
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];

/** The sample event to send. */
export interface TestWebhookEndpointRequest {
  /** The kind of event. */
  event: EventKind;
  /** Wait for the receiver's answer, up to 20 seconds. */
  wait?: boolean;
}

/** The delivery of a sample event, with the receiver's answer if you waited for it. */
export type TestWebhookEndpointResult = Schemas['TestDelivery'];

/** The hours of the statistics; the last 24 by default. */
export interface GetEndpointStatisticsParams
  extends Optional<{
  /** Rounded down to a whole hour. */
  since: string | Date;
  /** Rounded up to a whole hour. */
  until: string | Date;
}> {}

/** Statistics of the deliveries to a receiver, and the backlog. */
export type EndpointStatistics = Schemas['EndpointStatistics'];

/** How long the old secrets keep signing, and the new signature scheme. */
export type RotateEndpointSecretRequest = Schemas['RotateEndpointSecret'];

/** What is shown of a signing secret. */
export type EndpointSecret = Schemas['EndpointSecret'];
