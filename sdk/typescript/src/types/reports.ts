import type { Optional, Schemas } from './shared.js';

/** Which waits to report. */
export interface GetWaitingReportParams
  extends Optional<{
    /** The first day, such as 2026-11-01; six days before the last one by default. */
    from: string;
    /** The last day; today by default. */
    to: string;
    /** IANA time zone of the days; UTC by default. */
    timeZone: string;
    /** Only conversations of this team. */
    teamId: string;
    /** Only conversations of this phone number. */
    phoneNumberId: string;
    /** Only what is due to this agent. */
    agentId: string;
    /** `agent`: also how much is due to each agent. */
    groupBy: 'agent';
  }> {}

/** Which windows to report. */
export interface GetWindowReportParams
  extends Optional<{
    /** Windows that end within so many minutes; the warning time of the inbox by default. */
    withinMinutes: number;
    /** Only conversations of this team. */
    teamId: string;
    /** Only conversations of this phone number. */
    phoneNumberId: string;
  }> {}

/** What is at stake: contacts who wait and whose window ends soon. */
export type WindowReport = Schemas['WindowReport'];

/** A conversation whose contact waits and whose window ends soon. */
export type EndingWindow = Schemas['EndingWindow'];

/** Why contacts waited in a period. */
export type WaitingReport = Schemas['WaitingReport'];

/** Why contacts waited on a day. */
export type WaitingDay = Schemas['WaitingDay'];

/** How long contacts waited for one reason. */
export type WaitedCause = Schemas['WaitedCause'];

/** How long contacts waited for a skill. */
export type WaitedSkill = Schemas['WaitedSkill'];

/** How long contacts waited for an agent. */
export type WaitedAgent = Schemas['WaitedAgent'];
