import { OptionalDate, OptionalInt, OptionalList, OptionalOneOf } from '#libs/validation';

const EVENT_ORDERS = ['ASC', 'DESC'] as const;
const EVENT_SCOPES = ['upcoming', 'past'] as const;
/** `active` is current and upcoming together. */
const LINK_SCHEDULES = ['current', 'upcoming', 'past', 'active'] as const;

/** Events on a page when `limit` does not say (decisions 6.4). */
export const DEFAULT_PAGE_SIZE = 100;
/** Events on a page at most, whatever `limit` says. */
export const MAX_PAGE_SIZE = 500;

/** The parameters of GET /events; an unusable one is as good as absent (decisions 1.8). */
export class ListEventsQuery {
  /** First and last local date, inclusive, `YYYY-MM-DD`. */
  @OptionalDate() start_date?: string;
  @OptionalDate() end_date?: string;
  @OptionalOneOf(EVENT_ORDERS) order?: (typeof EVENT_ORDERS)[number];
  @OptionalOneOf(EVENT_SCOPES) scope?: (typeof EVENT_SCOPES)[number];
  /** Parts of link names. */
  @OptionalList() links?: string[];
  @OptionalOneOf(LINK_SCHEDULES) schedule?: (typeof LINK_SCHEDULES)[number];
  @OptionalInt({ max: MAX_PAGE_SIZE }) limit?: number;
  @OptionalInt() page?: number;
  @OptionalList() tags?: string[];
}
