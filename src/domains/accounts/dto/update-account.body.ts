import { isMissing } from '#libs/validation';
import type { NewPassword } from '../account.fields';
import { customerFields } from './nested-fields';

const FIELDS = [
  'email',
  'first_name',
  'last_name',
  'username',
  'current_password',
  'password',
  'password_confirmation',
  'lists_opt_in',
  'lists_opt_in_source',
] as const;

/** POST /account: any JSON value each; undefined: the field was not sent and stays as it is. */
export type UpdateAccountBody = Partial<Record<(typeof FIELDS)[number], unknown>>;

/** The fields that were sent, see {@link customerFields}. */
export function readUpdateAccountBody(body: Record<string, unknown>): UpdateAccountBody {
  return customerFields(body, FIELDS);
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
