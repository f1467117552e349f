import { OptionalList } from '#libs/validation';

/** What GET /plans takes. */
export class ListPlansQuery {
  /** A plan with any of them is listed; without tags, all plans are. */
  @OptionalList() tags?: string[];
}
