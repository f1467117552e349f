import { OptionalText } from '#libs/validation';

/** GET /account/search. */
export class SearchQuery {
  @OptionalText() email?: string;
}
