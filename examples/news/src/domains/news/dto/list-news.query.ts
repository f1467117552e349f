import { OptionalInt } from '#libs/validation';

/** Articles on a page if `limit` is absent, as with orders. */
export const DEFAULT_PAGE_SIZE = 100;

const MAX_PAGE_SIZE = 500;

/** The parameters of GET /news. */
export class ListNewsQuery {
  @OptionalInt({ max: MAX_PAGE_SIZE }) limit?: number;
  @OptionalInt() page?: number;
}
