import { isMissing } from '#libs/validation';
import type { NewPassword } from '../account.fields';

/** POST /account: any JSON value each; undefined: the field was not sent and stays as it is. */
export interface UpdateAccountBody {
  email?: unknown;
  first_name?: unknown;
  last_name?: unknown;
  username?: unknown;
  current_password?: unknown;
  password?: unknown;
  password_confirmation?: unknown;
  lists_opt_in?: unknown;
  lists_opt_in_source?: unknown;
}

/** The new password that was asked for; null if all there is of it is blank (decisions 1.10). */
export function newPasswordOf({ password, password_confirmation }: UpdateAccountBody): NewPassword | null {
  return isMissing(password) && isMissing(password_confirmation) ? null : { password, password_confirmation };
}

/** The preference that was given: exactly `True` or `False`, or a JSON boolean (decisions 4.10); null for anything else. */
export function optInOf({ lists_opt_in: value }: UpdateAccountBody): boolean | null {
  if (value === true || value === 'True') return true;
  if (value === false || value === 'False') return false;
  return null;
}
