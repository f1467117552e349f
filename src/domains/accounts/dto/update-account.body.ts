import { EmailAddress, isMissing, OptionalBoolean, Secret, Text, Wrapper } from '#libs/validation';
import { newPassword, type NewPassword } from './new-password';
import { Username } from './username';

/** POST /account. A field that was not sent stays as it is. The fields may stand under `customer` as well (decisions 4.1). */
export class UpdateAccountBody {
  @EmailAddress() email?: string | null;
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @Username() username?: string | null;
  @Secret() current_password?: string | null;
  @Secret() password?: string | null;
  @Secret() password_confirmation?: string | null;
  /** Exactly `True` or `False`, or a JSON boolean (decisions 4.10). */
  @OptionalBoolean() lists_opt_in?: boolean;
  /** Counts only with `lists_opt_in`. */
  @Text() lists_opt_in_source?: string | null;
  @Wrapper() customer?: true;
}

/** The new password that was asked for; null if all there is of it is blank (decisions 1.10). */
export function newPasswordOf({ password, password_confirmation }: UpdateAccountBody): NewPassword | null {
  const isAbsent = isMissing(password) && isMissing(password_confirmation);
  return isAbsent ? null : newPassword({ password, password_confirmation });
}
