import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** Something that you are told of. */
export type Notification = Schemas['Notification'];

/** How many notifications you have not read, and not seen. */
export type NotificationCount = Schemas['NotificationCount'];

/** Which notifications to mark: some, or all up to a position. */
export type MarkNotificationsRequest = Schemas['MarkNotifications'];

/** How you are told of something. */
export type NotificationSettings = Schemas['NotificationSettings'];

/** How you want to be told of something. */
export type SetNotificationSettingsRequest = Schemas['SetNotificationSettings'];

/** Which notifications to list. */
export interface ListNotificationsParams
  extends ListParams,
    Optional<{
      /** Only those that you have not read. */
      unread: boolean;
      /** Only of this kind. */
      kind: Notification['kind'];
    }> {}
