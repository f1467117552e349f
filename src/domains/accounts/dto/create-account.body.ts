import { CustomerRequired } from '../accounts.errors';
import type { NewPassword } from '../account.fields';
import { customerFields, objectOf } from './nested-fields';

const FIELDS = [
  'email',
  'first_name',
  'last_name',
  'birthdate',
  'username',
  'accept_terms',
  'password_attributes',
  'password',
  'password_confirmation',
] as const;

/** POST /accounts: what was sent about the customer, any JSON value each; undefined or null: it was not. */
export type CreateAccountBody = Partial<Record<(typeof FIELDS)[number], unknown>>;

/**
 * The fields that were sent, see {@link customerFields}.
 * @throws CustomerRequired if there is neither a `customer` nor any known field
 */
export function readCreateAccountBody(body: Record<string, unknown>): CreateAccountBody {
  const isGiven = objectOf(body.customer) !== null || FIELDS.some((field) => body[field] !== undefined);
  if (!isGiven) throw new CustomerRequired();
  return customerFields(body, FIELDS);
}

/**
 * The password of `password_attributes` or, without them, that beside the other fields; null where neither is given. Attributes
 * that are no object hold a blank password.
 */
export function passwordOf(body: CreateAccountBody): NewPassword | null {
  const { password_attributes: attributes, password, password_confirmation } = body;
  const isGiven = [attributes, password, password_confirmation].some(
    (one) => one !== undefined && one !== null,
  );
  if (!isGiven) return null;
  if (attributes === undefined || attributes === null) return { password, password_confirmation };
  const inner = objectOf(attributes) ?? {};
  return { password: inner.password, password_confirmation: inner.password_confirmation };
}
