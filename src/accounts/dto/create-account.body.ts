import { CustomerRequired } from '../accounts.errors';
import type { NewPassword } from '../account.fields';

const FIELDS = [
  'email',
  'first_name',
  'last_name',
  'birthdate',
  'username',
  'accept_terms',
  'password_attributes',
] as const;

/** POST /accounts: what was sent about the customer, any JSON value each; undefined or null: it was not. */
export type CreateAccountBody = Partial<Record<(typeof FIELDS)[number], unknown>>;

/**
 * The fields, each wherever it stands: under `customer` or else at top level (decisions 4.1). A `customer` that is no object
 * is as good as none.
 * @throws CustomerRequired if there is neither a `customer` nor any known field
 */
export function readCreateAccountBody(body: Record<string, unknown>): CreateAccountBody {
  const nested = objectOf(body.customer);
  const fields: CreateAccountBody = {};
  for (const field of FIELDS) fields[field] = nested?.[field] ?? body[field];
  if (!nested && FIELDS.every((field) => body[field] === undefined)) throw new CustomerRequired();
  return fields;
}

/** The password of `password_attributes`, null where there are none. What is no object holds a blank password. */
export function passwordOf({ password_attributes: attributes }: CreateAccountBody): NewPassword | null {
  if (attributes === undefined || attributes === null) return null;
  const { password, password_confirmation } = objectOf(attributes) ?? {};
  return { password, password_confirmation };
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
