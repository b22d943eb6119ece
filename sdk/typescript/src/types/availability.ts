import type { ListParams } from '../list.js';
import type { Optional, Schemas, WithDates } from './shared.js';

/** Whether a member takes conversations. */
export type MemberAvailability = Schemas['Availability'];

/** An availability from one time to another. */
export type AvailabilitySpan = Schemas['AvailabilitySpan'];

/** A new availability. */
export interface SetAvailabilityRequest extends WithDates<Schemas['SetAvailability'], 'until'> {}

/** Whose availability to list. */
export interface ListAvailabilityParams
  extends ListParams,
    Optional<{
      /** Only members of this team. */
      teamId: string;
    }> {}
