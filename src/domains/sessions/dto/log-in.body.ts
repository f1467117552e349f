import { OwnSignedRequests, type SignedRequestFields } from '#domains/social';
import { OptionalText } from '#libs/validation';

/** POST /login, with a signed request or a password. Values that are not strings count as blank, so no format is invalid. */
export class LogInBody {
  @OptionalText() email?: string;
  @OptionalText() password?: string;
  @OwnSignedRequests() requests: SignedRequestFields = {};
}
