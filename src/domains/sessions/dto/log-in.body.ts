import { OwnSignedRequests, type SignedRequestFields } from '#domains/social';
import { OptionalText } from '#libs/validation';

/**
 * POST /login, with a signed request or else by password. Whatever is no string counts as absent, and absent as blank: no login
 * fails for its form.
 */
export class LogInBody {
  @OptionalText() email?: string;
  @OptionalText() password?: string;
  @OwnSignedRequests() requests: SignedRequestFields = {};
}
