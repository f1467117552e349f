import { OptionalText } from '#libs/validation';

/** POST /login. Whatever is no string counts as absent, and absent as blank: no login fails for its form. */
export class LogInBody {
  @OptionalText() email?: string;
  @OptionalText() password?: string;
  /** What the client library of an identity provider returned; blank is absent (decisions 1.10). */
  @OptionalText() social_signed_request?: string;
}
