import type { ListParams } from '../list.js';
import type { EventKind } from '../webhook-event.js';
import type { WithEvents } from './event-selector.js';
import type { Optional, Schemas, WithDates } from './shared.js';

/** The delivery of one event to one receiver. */
export type Delivery = Schemas['Delivery'];

/** A delivery with its body and every attempt. */
export type DeliveryDetail = Schemas['DeliveryDetail'];

/** One call to a receiver. */
export type DeliveryAttempt = Schemas['DeliveryAttempt'];

/** Which deliveries to list. */
export interface ListDeliveriesParams
  extends ListParams,
    Optional<{
      /** Only the delivery of this event. */
      eventId: string;
      /** Only events of this kind. */
      event: EventKind;
      /** Only deliveries in this state. */
      state: Delivery['state'];
      /** Only events from this time on. */
      since: string | Date;
      /** Only events up to this time. */
      until: string | Date;
    }> {}

/** Which events to deliver again. */
export interface CreateRedeliveryRequest extends WithEvents<WithDates<Schemas['CreateRedelivery'], 'since' | 'until'>> {}

/** A bulk redelivery and its progress. */
export type Redelivery = Schemas['Redelivery'];
