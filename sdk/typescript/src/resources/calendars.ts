import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Calendar,
  CalendarOpenings,
  CreateCalendarRequest,
  GetOpeningsParams,
  HolidayPreview,
  PreviewHolidaysRequest,
  UpdateCalendarRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Office hours of the business, with the days on which they differ. */
export class Calendars extends Resource {
  /** Creates a calendar. */
  create(request: CreateCalendarRequest, options?: RequestOptions): APIPromise<Calendar> {
    return this.transport.request({ method: 'POST', path: '/v1/calendars', body: request, options });
  }

  /** Lists calendars. */
  list(params?: ListParams, options?: RequestOptions): List<Calendar> {
    return this.listOf('/v1/calendars', params, options);
  }

  /** Gets a calendar. */
  get(id: string, options?: RequestOptions): APIPromise<Calendar> {
    return this.transport.request({ method: 'GET', path: `/v1/calendars/${segment(id)}`, options });
  }

  /** Changes a calendar. A list replaces the whole list. */
  update(id: string, request: UpdateCalendarRequest, options?: RequestOptions): APIPromise<Calendar> {
    return this.transport.request({ method: 'PATCH', path: `/v1/calendars/${segment(id)}`, body: request, options });
  }

  /** Deletes a calendar. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/calendars/${segment(id)}`, options });
  }

  /** Gets when the business is open on some days, now, and until when. */
  openings(id: string, params: GetOpeningsParams = {}, options?: RequestOptions): APIPromise<CalendarOpenings> {
    const query = { ...params };
    return this.transport.request({ method: 'GET', path: `/v1/calendars/${segment(id)}/openings`, query, options });
  }

  /** Reads the holidays of an iCalendar file. Nothing is stored. */
  previewHolidays(
    id: string,
    request: PreviewHolidaysRequest,
    options?: RequestOptions,
  ): APIPromise<HolidayPreview> {
    const path = `/v1/calendars/${segment(id)}/holiday-previews`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }
}
