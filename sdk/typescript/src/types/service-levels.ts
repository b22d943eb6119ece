import type { RequestOptions } from '../transport.js';
import type { Schemas } from './shared.js';

/** All of the new policies. */
export type ReplaceServiceLevelsRequest = Schemas['ReplaceServiceLevels'];

/** How to set the policies. */
export interface ReplaceServiceLevelsOptions extends RequestOptions {
  /** The version that you changed. The call fails with 412 if another one is in force. */
  ifVersion?: number | undefined;
}

/** A version of the policies. */
export type ServiceLevels = Schemas['ServiceLevels'];

/** What is promised to the conversations that meet its conditions. */
export type ServicePolicy = Schemas['ServicePolicy'];

/** A version of the policies, without the policies themselves. */
export type ServiceLevelsVersion = Schemas['ServiceLevelsVersion'];
