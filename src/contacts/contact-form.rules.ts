import { humanize, InvalidFields } from '#libs/envelope';
import { type AgeLimit, formBirthdate, formText, isEmailAddress, isStorable } from '#libs/validation';
import { BirthdateNotValid, ContactRequired, EmailNotValid, NotOldEnough } from './contacts.errors';

/** The object under `contact` in the body of POST /contacts, with any JSON values. */
export type ContactForm = Readonly<Record<string, unknown>>;

/** Whatever a website sends beyond the known fields (decisions 6.11). */
export type CustomFields = Record<string, string | number | boolean | null>;

/** What is kept of a contact besides the address. */
export interface ContactDetails {
  firstName: string | null;
  lastName: string | null;
  /** `YYYY-MM-DD` */
  birthdate: string | null;
  listsOptInSource: string | null;
  customFields: CustomFields;
}

/** Custom fields of a contact, at most. */
const MOST_CUSTOM_FIELDS = 50;
/** Bytes of a custom field's text in UTF-8, at most. */
const MOST_BYTES = 1024;
const CUSTOM_FIELD_NAME = /^[\w .-]{1,64}$/;
/** What an object means by itself: data under such a name could be taken for code. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
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
  const entries = Object.entries(form).filter(([name]) => !KNOWN.has(name));
  if (entries.length > MOST_CUSTOM_FIELDS) {
    refuse(`Contact has too many custom fields (maximum is ${MOST_CUSTOM_FIELDS})`);
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, customFieldOf(name, value)]));
}

function customFieldOf(name: string, value: unknown): CustomFields[string] {
  // A field is named only where its name is fit to be shown.
  if (!CUSTOM_FIELD_NAME.test(name)) {
    refuse('Custom field names must be of 1 to 64 letters, digits, spaces, dots, hyphens and underscores');
  }
  if (RESERVED.has(name)) refuse(`Custom field ${name} is reserved`);
  if (value === null || typeof value === 'boolean') return value;
  // JSON has numbers that are infinite here, and nowhere to keep them.
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string') refuse(`Custom field ${name} must be a text, a number, true, false or null`);
  if (!isStorable(value)) refuse(`Custom field ${name} is invalid`);
  if (Buffer.byteLength(value) > MOST_BYTES)
    refuse(`Custom field ${name} is too long (maximum is ${MOST_BYTES} bytes)`);
  return value;
}

function refuse(sentence: string): never {
  throw new InvalidFields([sentence]);
}
