import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** Something that you are told of. */
export type MemberNotification = Schemas['Notification'];

/** How many notifications you have not read, and not seen. */
export type NotificationCount = Schemas['NotificationCount'];

/** Which notifications to mark: some, or all up to a position. */
export type MarkNotificationsRequest = Schemas['MarkNotifications'];

/** How you are told of something. */
export type NotificationSettings = Schemas['NotificationSettings'];

/** How you want to be told of something. */
export type SetNotificationSettingsRequest = Schemas['SetNotificationSettings'];

/** The key to which browsers subscribe. */
export type PushKey = Schemas['PushKey'];

/** A browser that is told of notifications. */
export type SubscribedBrowser = Schemas['PushSubscription'];

/** The browsers that are told. */
export type PushSubscriptions = Schemas['PushSubscriptions'];

/** What a browser gives away when it subscribes. */
export type CreatePushSubscriptionRequest = Schemas['CreatePushSubscription'];

/** Which notifications to list. */
export interface ListNotificationsParams
  extends ListParams,
    Optional<{
      /** Only those that you have not read. */
      unread: boolean;
      /** Only of this kind. */
      kind: MemberNotification['kind'];
    }> {}
