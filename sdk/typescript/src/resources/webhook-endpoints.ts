import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreateWebhookEndpointRequest,
  EndpointStatistics,
  RotateEndpointSecretRequest,
  GetEndpointStatisticsParams,
  TestWebhookEndpointRequest,
  TestWebhookEndpointResult,
  UpdateWebhookEndpointRequest,
  UpsertedWebhookEndpoint,
  UpsertWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../types.js';
import { Redeliveries } from './redeliveries.js';
import { Resource } from './resource.js';

/** Where the service sends its events. */
export class WebhookEndpoints extends Resource {
  /** Bulk redelivery of events. */
  readonly redeliveries: Redeliveries = new Redeliveries(this.transport);

  /** Registers a receiver. Only this answer contains its secret: store it. */
  create(request: CreateWebhookEndpointRequest, options?: RequestOptions): APIPromise<WebhookEndpointWithSecret> {
    return this.transport.request({ method: 'POST', path: '/v1/webhook-endpoints', body: request, options });
  }

  /**
   * Creates the endpoint with this URL, or changes the given fields, so that an application can register itself at
   * each start. Only the answer to a creation contains the secret: store it.
   */
  upsert(request: UpsertWebhookEndpointRequest, options?: RequestOptions): APIPromise<UpsertedWebhookEndpoint> {
    return this.transport.request({ method: 'PUT', path: '/v1/webhook-endpoints', body: request, options });
  }

  /** Lists the receivers. */
  list(params?: ListParams, options?: RequestOptions): List<WebhookEndpoint> {
    return this.listOf('/v1/webhook-endpoints', params, options);
  }

  /** Gets a receiver. */
  get(id: string, options?: RequestOptions): APIPromise<WebhookEndpoint> {
    return this.transport.request({ method: 'GET', path: `/v1/webhook-endpoints/${segment(id)}`, options });
  }

  /** Changes the given fields of a receiver. */
  update(id: string, request: UpdateWebhookEndpointRequest, options?: RequestOptions): APIPromise<WebhookEndpoint> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/webhook-endpoints/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Removes a receiver. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/webhook-endpoints/${segment(id)}`, options });
  }

  /**
   * Gives a receiver a new secret and, if you name one, another signature scheme. The old secret keeps signing for a
   * day, or as long as you say.
   */
  rotateSecret(id: string, request?: RotateEndpointSecretRequest, options?: RequestOptions): APIPromise<WebhookEndpointWithSecret> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/webhook-endpoints/${segment(id)}/rotate-secret`,
      body: request,
      options,
    });
  }

  /** Ends an old secret before its overlap is over. */
  expireSecret(id: string, secretId: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({
      method: 'DELETE',
      path: `/v1/webhook-endpoints/${segment(id)}/secrets/${segment(secretId)}`,
      options,
    });
  }

  /** Gets delivery statistics of a receiver, in total and by hour, and the backlog. */
  statistics(id: string, params: GetEndpointStatisticsParams = {}, options?: RequestOptions): APIPromise<EndpointStatistics> {
    return this.transport.request({
      method: 'GET',
      path: `/v1/webhook-endpoints/${segment(id)}/statistics`,
      query: { ...params },
      options,
    });
  }

  /** Sends a sample event to a receiver. */
  test(id: string, request: TestWebhookEndpointRequest, options?: RequestOptions): APIPromise<TestWebhookEndpointResult> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/webhook-endpoints/${segment(id)}/test`,
      body: request,
      options,
    });
  }
}
