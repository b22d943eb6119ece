import type { APIPromise } from '../api-promise.js';
import type { List } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  CreatePushSubscriptionRequest,
  ListNotificationsParams,
  MarkNotificationsRequest,
  MemberNotification,
  NotificationCount,
  NotificationSettings,
  PushKey,
  PushSubscriptions,
  SubscribedBrowser,
  SetNotificationSettingsRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** What somebody who signed in is told of. API keys have none. */
export class Notifications extends Resource {
  /** Lists your notifications, what came up last first. */
  list(params?: ListNotificationsParams, options?: RequestOptions): List<MemberNotification> {
    return this.listOf('/v1/notifications', params, options);
  }

  /** Counts what you have not read, and not seen. */
  count(options?: RequestOptions): APIPromise<NotificationCount> {
    return this.transport.request({ method: 'GET', path: '/v1/notifications/count', options });
  }

  /** Marks notifications as seen. */
  see(request: MarkNotificationsRequest, options?: RequestOptions): APIPromise<NotificationCount> {
    return this.transport.request({ method: 'POST', path: '/v1/notifications/seen', body: request, options });
  }

  /** Marks notifications as read. */
  read(request: MarkNotificationsRequest, options?: RequestOptions): APIPromise<NotificationCount> {
    return this.transport.request({ method: 'POST', path: '/v1/notifications/read', body: request, options });
  }

  /** Gets how you are told of something. */
  settings(options?: RequestOptions): APIPromise<NotificationSettings> {
    return this.transport.request({ method: 'GET', path: '/v1/notifications/settings', options });
  }

  /** Sets how you are told of something. */
  setSettings(request: SetNotificationSettingsRequest, options?: RequestOptions): APIPromise<NotificationSettings> {
    return this.transport.request({ method: 'PUT', path: '/v1/notifications/settings', body: request, options });
  }

  /** Gets the key to which browsers subscribe. */
  pushKey(options?: RequestOptions): APIPromise<PushKey> {
    return this.transport.request({ method: 'GET', path: '/v1/notifications/push-key', options });
  }

  /** Lets a browser be told while nobody looks. */
  subscribe(request: CreatePushSubscriptionRequest, options?: RequestOptions): APIPromise<SubscribedBrowser> {
    return this.transport.request({
      method: 'POST',
      path: '/v1/notifications/push-subscriptions',
      body: request,
      options,
    });
  }

  /** Lists your browsers that are told. */
  subscriptions(options?: RequestOptions): APIPromise<PushSubscriptions> {
    return this.transport.request({ method: 'GET', path: '/v1/notifications/push-subscriptions', options });
  }

  /** Ends that a browser is told. */
  unsubscribe(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({
      method: 'DELETE',
      path: `/v1/notifications/push-subscriptions/${segment(id)}`,
      options,
    });
  }
}
