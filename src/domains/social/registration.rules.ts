import { FieldErrors } from '#libs/envelope';
import { isMissing } from '#libs/validation';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import {
  checkBirthdate,
  checkEmail,
  checkText,
  checkNewPassword,
  checkTerms,
  checkUsername,
  type NewPassword,
  type Taken,
} from '#domains/accounts';

/** POST /account/register besides the signed request: any JSON value each; undefined or null: it was not sent. */
export interface RegistrationFields extends Partial<NewPassword> {
  email?: unknown;
  first_name?: unknown;
  last_name?: unknown;
  birthdate?: unknown;
  username?: unknown;
  accept_terms?: unknown;
}

/** What a customer registers with. Null: nothing was given, or what is on file stays. */
export interface Registration {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  birthdate: string | null;
  username: string | null;
  password: string | null;
}

/**
 * Holds what was sent against the rules of accounts, with the messages in the order of decisions 4.11. E-mail address,
 * birthdate and user name that are on file stay, whatever was sent; an address and a birthdate are needed of a customer
 * without address, who has bought a free plan. So is a password without which nobody could ever log in.
 * @param taken the names that others have
 * @throws InvalidFields with every message
 */
export function checkRegistration(
  fanclub: FanclubInfo,
  onFile: Pick<ViewerCustomer, 'email' | 'birthdate' | 'username'>,
  fields: RegistrationFields,
  taken: Taken,
  now: Date,
): Registration {
  const errors = new FieldErrors();
  const isBuyer = onFile.email === null;
  const asksBirthdate = onFile.birthdate === null && (isBuyer || !isMissing(fields.birthdate));
  const asksUsername = onFile.username === null && fanclub.forumIntegration;
  const { password, password_confirmation } = fields;
  const asksPassword =
    (isBuyer && isMissing(fields.email)) || !isMissing(password) || !isMissing(password_confirmation);
  const registration: Registration = {
    email: isBuyer ? checkEmail(errors, fields.email, taken.email) : null,
    firstName: checkText(errors, 'first_name', fields.first_name),
    lastName: checkText(errors, 'last_name', fields.last_name),
    birthdate: asksBirthdate ? checkBirthdate(errors, fields.birthdate, fanclub, now) : null,
    username: asksUsername ? checkUsername(errors, fields.username, taken.username) : null,
    password: asksPassword ? checkNewPassword(errors, { password, password_confirmation }) : null,
  };
  checkTerms(errors, fields.accept_terms);
  errors.throwIfAny();
  return registration;
}
