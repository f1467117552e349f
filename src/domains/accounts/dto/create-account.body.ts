import {
  CalendarDate,
  Consent,
  EmailAddress,
  Nested,
  Required,
  Secret,
  Text,
  Wrapper,
} from '#libs/validation';
import { newPassword, NewPassword } from './new-password';
import { Username } from './username';

/** POST /accounts. The fields may stand under `customer` as well (decisions 4.1). */
export class CreateAccountBody {
  @Required() @EmailAddress() email?: string | null;
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @Required() @CalendarDate() birthdate?: string | null;
  /** Only where the fan club has a forum; there it is required. */
  @Username() username?: string | null;
  @Nested(NewPassword) password_attributes?: NewPassword | null;
  /** The same as in `password_attributes`, which takes precedence. */
  @Secret() password?: string | null;
  @Secret() password_confirmation?: string | null;
  @Consent() accept_terms?: boolean | null;
  @Wrapper() customer?: true;
}

/** Whether there is a `customer` or any known field. */
export const isGiven = (body: CreateAccountBody): boolean =>
  Object.values(body).some((value) => value !== undefined);

/**
 * The password of `password_attributes` or, without them, that beside the other fields; null where neither is given. Attributes
 * that are no object hold a blank password.
 */
export function passwordOf(body: CreateAccountBody): NewPassword | null {
  const { password_attributes: attributes, password, password_confirmation } = body;
  if (attributes) return attributes instanceof NewPassword ? attributes : new NewPassword();
  const isAbsent = (password ?? password_confirmation ?? null) === null;
  return isAbsent ? null : newPassword({ password, password_confirmation });
}
