import type { APIPromise } from '../api-promise.js';
import { type RequestOptions, segment } from '../transport.js';
import type { AdvanceClockRequest, SimulatedClock, SimulatedPhone, SimulatedReceipt, SimulateMessageRequest } from '../types.js';
import { Resource } from './resource.js';

/** The simulated customers of a test workspace, if the service runs the provider simulator. */
export class Sandbox extends Resource {
  /** Lets a simulated customer write to the business. */
  write(request: SimulateMessageRequest, options?: RequestOptions): APIPromise<SimulatedReceipt> {
    return this.transport.request({ method: 'POST', path: '/v1/sandbox/messages', body: request, options });
  }

  /** Moves the demo's clock forward, for every workspace. Other servers refuse it. */
  advanceClock(request: AdvanceClockRequest, options?: RequestOptions): APIPromise<SimulatedClock> {
    return this.transport.request({ method: 'POST', path: '/v1/sandbox/clock', body: request, options });
  }

  /** Gets the messages on a simulated customer's phone. */
  phone(number: string, options?: RequestOptions): APIPromise<SimulatedPhone> {
    return this.transport.request({ method: 'GET', path: `/v1/sandbox/phones/${segment(number)}`, options });
  }
}
