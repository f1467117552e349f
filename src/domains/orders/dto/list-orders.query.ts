import { OptionalOneOf } from '#libs/validation';

const DIRECTIONS = ['ASC', 'DESC'] as const;

/** What GET /orders takes. */
export class ListOrdersQuery {
  /** By id; `ASC` if absent. */
  @OptionalOneOf(DIRECTIONS) order?: (typeof DIRECTIONS)[number];
}
