import type { FieldErrors } from '#libs/envelope';
import { type AgeLimit, birthdateFault, faultsOf } from '#libs/validation';
import { BirthdateNotValid, ContactRequired, EmailNotValid, NotOldEnough } from './contacts.errors';
import { ContactFields, type SignUpBody } from './dto/sign-up.body';

/** A contact whose address is valid. */
export interface SignUp {
  contact: ContactFields;
  email: string;
  /** The faults of the other fields, except the age. */
  faults: FieldErrors;
}

/**
 * The contact of a body.
 * @throws ContactRequired, EmailNotValid
 */
export function signUpOf({ contact }: SignUpBody): SignUp {
  if (!(contact instanceof ContactFields)) throw new ContactRequired();
  const faults = faultsOf(contact);
  if (faults.has('email')) throw new EmailNotValid();
  return { contact, email: contact.email!, faults };
}

/**
 * Checks everything except the address.
 * @throws BirthdateNotValid, NotOldEnough (by the fan club's calendar), then InvalidFields with the first message
 */
export function checkDetails({ contact, faults }: SignUp, fanclub: AgeLimit, now: Date): void {
  if (faults.has('birthdate')) throw new BirthdateNotValid();
  const fault = contact.birthdate ? birthdateFault(contact.birthdate, fanclub, now) : null;
  if (fault === 'not born') throw new BirthdateNotValid();
  if (fault === 'too young') throw new NotOldEnough();
  faults.throwIfAny({ onlyFirst: true });
}
