import { faultsOf, isMissing, without } from '#libs/validation';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { addAge, addTaken, addTerms, newPassword, type Taken } from '#domains/accounts';
import type { RegisterBody } from './dto/register.body';

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
 * Checks what was sent, with the messages in the order of decisions 4.11. E-mail address, birthdate and user name that are on
 * file stay, whatever was sent; a customer without address, who has bought a free plan, must give an address and a birthdate, and
 * a password if there would be no other way to log in.
 * @param taken the names that others have
 * @throws InvalidFields with every message
 */
export function checkRegistration(
  fanclub: FanclubInfo,
  onFile: Pick<ViewerCustomer, 'email' | 'birthdate' | 'username'>,
  sent: RegisterBody,
  taken: Taken,
  now: Date,
): Registration {
  const isBuyer = onFile.email === null;
  const asked = {
    email: isBuyer,
    birthdate: onFile.birthdate === null,
    username: onFile.username === null && fanclub.forumIntegration,
  };
  const needed = { ...asked, birthdate: asked.birthdate && isBuyer };
  const names = ['email', 'birthdate', 'username'] as const;
  const body = without(
    sent,
    names.filter((name) => !asked[name]),
  );
  const errors = faultsOf(
    body,
    names.filter((name) => needed[name]),
  );
  addTaken(errors, { email: asked.email && taken.email, username: asked.username && taken.username });
  addAge(errors, body.birthdate, fanclub, now);
  const { email, first_name, last_name, birthdate, username, password, password_confirmation } = body;
  const isPasswordGiven = !isMissing(password) || !isMissing(password_confirmation);
  const asksPassword = isPasswordGiven || (isBuyer && isMissing(email));
  if (asksPassword) errors.merge(faultsOf(newPassword({ password, password_confirmation })));
  addTerms(errors, body.accept_terms);
  errors.throwIfAny();
  return {
    email: email ?? null,
    firstName: first_name ?? null,
    lastName: last_name ?? null,
    birthdate: birthdate ?? null,
    username: username ?? null,
    password: asksPassword ? (password ?? null) : null,
  };
}
