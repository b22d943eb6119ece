import type { Schemas } from './shared.js';

/** A calendar to create. */
export type CreateCalendarRequest = Schemas['CreateCalendar'];

/** Changes to a calendar. */
export type UpdateCalendarRequest = Schemas['UpdateCalendar'];

/** The days of which to get the openings. */
export interface GetOpeningsParams {
  /** First day, such as 2026-12-21; today by default. */
  from?: string;
  /** Last day; six days after `from` by default. */
  to?: string;
}

/** An iCalendar file in which to look for holidays. */
export type PreviewHolidaysRequest = Schemas['PreviewHolidays'];

/** Office hours of the business. */
export type Calendar = Schemas['Calendar'];

/** Hours of a day of the week. */
export type OfficeHours = Schemas['OfficeHours'];

/** A day with other hours. */
export type CalendarException = Schemas['CalendarException'];

/** When the business is open in a range of days. */
export type CalendarOpenings = Schemas['CalendarOpenings'];

/** The days of an iCalendar file. */
export type HolidayPreview = Schemas['HolidayPreview'];
