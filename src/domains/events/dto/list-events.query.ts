import { OptionalDate, OptionalInt, OptionalList, OptionalOneOf } from '#libs/validation';

const EVENT_ORDERS = ['ASC', 'DESC'] as const;
const EVENT_SCOPES = ['upcoming', 'past'] as const;
/** `active`: current or upcoming. */
const LINK_SCHEDULES = ['current', 'upcoming', 'past', 'active'] as const;

/** The default of `limit` (contract 6.4). */
export const DEFAULT_PAGE_SIZE = 100;
/** The maximum of `limit`. */
export const MAX_PAGE_SIZE = 500;

/** The query of GET /events. Unusable parameters are ignored (contract 1.8). */
export class ListEventsQuery {
  /** First and last local date, inclusive, `YYYY-MM-DD`. */
  @OptionalDate() start_date?: string;
  @OptionalDate() end_date?: string;
  @OptionalOneOf(EVENT_ORDERS) order?: (typeof EVENT_ORDERS)[number];
  @OptionalOneOf(EVENT_SCOPES) scope?: (typeof EVENT_SCOPES)[number];
  /** Parts of link names, in any letter case. */
  @OptionalList() links?: string[];
  @OptionalOneOf(LINK_SCHEDULES) schedule?: (typeof LINK_SCHEDULES)[number];
  @OptionalInt({ max: MAX_PAGE_SIZE }) limit?: number;
  @OptionalInt() page?: number;
  @OptionalList() tags?: string[];
}
