import { faultsOf, isMissing, without } from '#libs/validation';
import type { FanclubInfo, ViewerCustomer } from '#platform/access';
import { addAge, addTaken, addTerms, newPassword, type Taken } from '#domains/accounts';
import type { RegisterBody } from './dto/register.body';

/**
 * The values to register a customer with; null changes nothing. A stored e-mail address, birthdate or user name stays. The buyer
 * of a free plan, who has no address, must send an address and a birthdate, and a password if there would be no other way to log
 * in.
 * @throws InvalidFields with every message, in the order of contract 4.11
 */
export function checkRegistration(
  fanclub: FanclubInfo,
  stored: Pick<ViewerCustomer, 'email' | 'birthdate' | 'username'>,
  sent: RegisterBody,
  taken: Taken,
  now: Date,
) {
  const isBuyer = stored.email === null;
  const asked = {
    email: isBuyer,
    birthdate: stored.birthdate === null,
    username: stored.username === null && fanclub.forumIntegration,
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
  addTaken(errors, {
    emailTaken: asked.email && taken.emailTaken,
    usernameTaken: asked.username && taken.usernameTaken,
  });
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
