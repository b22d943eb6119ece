import type { ListParams } from '../list.js';
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
    /** Only conversations that had this label. Not together with `teamId` or `agentId`. */
    labelId: string;
    /** Also break the whole down; `agent`: also how much is due to each agent. */
    groupBy: 'team' | 'agent' | 'label' | 'phone_number' | 'hour';
  }> {}

/** Which windows to report. */
export interface GetWindowReportParams
  extends Optional<{
    /** Windows that end within so many minutes; the warning time of the inbox by default. */
    withinMinutes: number;
    /** Only conversations of this team. */
    teamId: string;
    /** Only conversations of this user. */
    agentId: string;
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

/** What a report counts. */
export type ReportName = Schemas['Report']['report'];

/** What narrows a report. */
export interface ReportFilter
  extends Optional<{
    /** The first day, such as 2026-11-01; six days before the last one by default. */
    from: string;
    /** The last day; today by default. */
    to: string;
    /** IANA time zone of the days; UTC by default. */
    timeZone: string;
    /** Only what this team had. At most one of team, agent and label. */
    teamId: string;
    /** Only what is this agent's. */
    agentId: string;
    /** Only conversations that had this label. */
    labelId: string;
    /** Only conversations of this phone number. */
    phoneNumberId: string;
    /** Only this part of the count, such as `assistant`. */
    part: string;
  }> {}

/** Which figures to report. */
export interface GetReportParams
  extends ReportFilter,
    Optional<{
      /** Also break the whole down. */
      groupBy: 'team' | 'agent' | 'label' | 'phone_number' | 'hour';
    }> {}

/** Which items to list. */
export interface ListReportItemsParams extends ReportFilter, ListParams {}

/** How much there was of something in a period. */
export type FiguresReport = Schemas['Report'];

/** A number of a report for a day. */
export type ReportDay = Schemas['ReportDay'];

/** A number of a report for a team, agent, label, phone number or hour. */
export type ReportGroup = Schemas['ReportGroup'];

/** How long something took. */
export type ReportTimes = Schemas['ReportTimes'];

/** A part of a count. */
export type ReportPart = Schemas['ReportPart'];

/** One of what a number of a report counts. */
export type ReportItem = Schemas['ReportItem'];
