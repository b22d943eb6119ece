import type { Schemas } from './shared.js';

/** What a simulated customer writes. */
export type SimulateMessageRequest = Schemas['SimulateMessage'];

/** The message that a simulated customer wrote, and its number. */
export type SimulatedReceipt = Schemas['SimulatedReceipt'];

/** How far the demo's clock goes forward. */
export type AdvanceClockRequest = Schemas['AdvanceClock'];

/** The demo's clock. */
export type SimulatedClock = Schemas['SimulatedClock'];

/** A simulated customer's phone. */
export type SimulatedPhone = Schemas['SimulatedPhone'];

/** A message as a simulated customer's phone shows it. */
export type SimulatedMessage = Schemas['SimulatedMessage'];
