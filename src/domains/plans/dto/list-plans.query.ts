import { OptionalList } from '#libs/validation';

/** The query of GET /plans. */
export class ListPlansQuery {
  /** Lists plans that have any of these tags; all plans if absent. */
  @OptionalList() tags?: string[];
}
