import type { EventKind } from '../webhook-event.js';
import type { WithEvents } from './event-selector.js';
import type { Optional, Schemas } from './shared.js';

/** A receiver to register. */
export interface CreateWebhookEndpointRequest extends WithEvents<Schemas['CreateWebhookEndpoint']> {}

/** An endpoint to create or change, named by its URL. */
export interface UpsertWebhookEndpointRequest extends WithEvents<Schemas['UpsertWebhookEndpoint']> {}

/** A webhook endpoint after an upsert; with its secret if it was created, and never again. */
export type UpsertedWebhookEndpoint = Schemas['UpsertedWebhookEndpoint'];

/** What to change of a receiver; the rest stays. */
export interface UpdateWebhookEndpointRequest extends WithEvents<Schemas['UpdateWebhookEndpoint']> {}

/** A registered receiver of events. */
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/** A receiver with its secret, which is shown this once. */
export type WebhookEndpointWithSecret = Schemas['WebhookEndpointWithSecret'];

/** Which event to send a sample of. */
export interface TestWebhookEndpointRequest {
  /** The kind of event. */
  event: EventKind;
  /** Wait for the receiver's answer, up to 20 seconds. */
  wait?: boolean;
}

/** The delivery of a sample event, with the receiver's answer if you waited for it. */
export type TestWebhookEndpointResult = Schemas['TestDelivery'];

/** Which hours statistics are about; the last 24 by default. */
export interface GetEndpointStatisticsParams
  extends Optional<{
  /** Rounded down to a whole hour. */
  since: string | Date;
  /** Rounded up to a whole hour. */
  until: string | Date;
}> {}

/** How deliveries to a receiver went, and what waits. */
export type EndpointStatistics = Schemas['EndpointStatistics'];

/** How long an endpoint's old secrets sign beside the new ones, and how it signs from now on. */
export type RotateEndpointSecretRequest = Schemas['RotateEndpointSecret'];

/** What is told of a secret that signs. */
export type EndpointSecret = Schemas['EndpointSecret'];
