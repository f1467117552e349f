import { humanize, InvalidFields } from '#libs/envelope';
import {
  type AgeLimit,
  type CustomFields,
  customFieldsFault,
  formBirthdate,
  formText,
  isEmailAddress,
} from '#libs/validation';
import { BirthdateNotValid, ContactRequired, EmailNotValid, NotOldEnough } from './contacts.errors';

/** The object under `contact` in the body of POST /contacts, with any JSON values. */
export type ContactForm = Readonly<Record<string, unknown>>;

/** What is kept of a contact besides the address. */
export interface ContactDetails {
  firstName: string | null;
  lastName: string | null;
  /** `YYYY-MM-DD` */
  birthdate: string | null;
  listsOptInSource: string | null;
  customFields: CustomFields;
}

const KNOWN = new Set(['email', 'first_name', 'last_name', 'birthdate', 'lists_opt_in_source']);

/**
 * The contact of a body.
 * @throws ContactRequired
 */
export function contactOf(body: Readonly<Record<string, unknown>>): ContactForm {
  const { contact } = body;
  if (typeof contact !== 'object' || contact === null || Array.isArray(contact)) throw new ContactRequired();
  return contact as ContactForm;
}

/**
 * The contact's address, trimmed, in the letter case given (decisions 4.6).
 * @throws EmailNotValid
 */
export function emailOf({ email }: ContactForm): string {
  if (!isEmailAddress(email)) throw new EmailNotValid();
  return email.trim();
}

/**
 * Everything else about the contact; what is wrong first is what is told.
 * @throws BirthdateNotValid, NotOldEnough (by the fan club's calendar), then InvalidFields
 */
export function readDetails(form: ContactForm, fanclub: AgeLimit, now: Date): ContactDetails {
  return {
    birthdate: birthdateOf(form, fanclub, now),
    firstName: textOf(form, 'first_name'),
    lastName: textOf(form, 'last_name'),
    listsOptInSource: textOf(form, 'lists_opt_in_source'),
    customFields: customFieldsOf(form),
  };
}

function birthdateOf({ birthdate }: ContactForm, fanclub: AgeLimit, now: Date): string | null {
  const { date, fault } = formBirthdate(birthdate, fanclub, now);
  if (fault === 'invalid') throw new BirthdateNotValid();
  if (fault === 'too young') throw new NotOldEnough();
  return fault === 'missing' ? null : date;
}

function textOf(form: ContactForm, field: string): string | null {
  const { text, fault } = formText(form[field]);
  if (fault) refuse(`${humanize(field)} ${fault}`);
  return text === '' ? null : text;
}

function customFieldsOf(form: ContactForm): CustomFields {
  const fields = Object.fromEntries(Object.entries(form).filter(([name]) => !KNOWN.has(name)));
  const fault = customFieldsFault(fields);
  if (fault) refuse(`Custom fields ${fault}`);
  return fields as CustomFields;
}

function refuse(sentence: string): never {
  throw new InvalidFields([sentence]);
}
