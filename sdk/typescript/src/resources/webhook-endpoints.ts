import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateWebhookEndpointRequest,
  EndpointStatistics,
  RotateEndpointSecretRequest,
  StatisticsParams,
  TestWebhookEndpointRequest,
  TestWebhookEndpointResult,
  UpdateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../types.js';
import { Redeliveries } from './redeliveries.js';
import { Resource } from './resource.js';

/** Where the service sends its events. */
export class WebhookEndpoints extends Resource {
  /** Events that are delivered again in bulk. */
  readonly redeliveries: Redeliveries = new Redeliveries(this.transport);

  /** Registers a receiver. Only this answer carries its secret: keep it. */
  create(request: CreateWebhookEndpointRequest, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.transport.request({ method: 'POST', path: '/v1/webhook-endpoints', body: request, options });
  }

  /** Lists the receivers. */
  list(params?: ListParams, options?: RequestOptions): List<WebhookEndpoint> {
    return this.listOf('/v1/webhook-endpoints', params, options);
  }

  /** Gets a receiver. */
  get(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.request({ method: 'GET', path: `/v1/webhook-endpoints/${segment(id)}`, options });
  }

  /** Changes the given fields of a receiver. */
  update(id: string, request: UpdateWebhookEndpointRequest, options?: RequestOptions): Promise<WebhookEndpoint> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/webhook-endpoints/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Removes a receiver. */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/webhook-endpoints/${segment(id)}`, options });
  }

  /**
   * Gives a receiver a new secret, and another signature if you name one. For a day, or as long as you say, the
   * old one signs too.
   */
  rotateSecret(id: string, request?: RotateEndpointSecretRequest, options?: RequestOptions): Promise<WebhookEndpointWithSecret> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/webhook-endpoints/${segment(id)}/rotate-secret`,
      body: request,
      options,
    });
  }

  /** Ends a secret that was rotated away before its overlap is over. */
  expireSecret(id: string, secretId: string, options?: RequestOptions): Promise<void> {
    return this.transport.request({
      method: 'DELETE',
      path: `/v1/webhook-endpoints/${segment(id)}/secrets/${segment(secretId)}`,
      options,
    });
  }

  /** Tells how deliveries to a receiver went, in all and by hour, and what waits. */
  statistics(id: string, params: StatisticsParams = {}, options?: RequestOptions): Promise<EndpointStatistics> {
    return this.transport.request({
      method: 'GET',
      path: `/v1/webhook-endpoints/${segment(id)}/statistics`,
      query: { ...params },
      options,
    });
  }

  /** Sends a sample event to a receiver. */
  test(id: string, request: TestWebhookEndpointRequest, options?: RequestOptions): Promise<TestWebhookEndpointResult> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/webhook-endpoints/${segment(id)}/test`,
      body: request,
      options,
    });
  }
}
