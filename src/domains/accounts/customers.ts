import { onConflict, type RowOf, type Statements, type ValuesOf } from '#platform/database';
import { EmailTaken, UsernameTaken } from './accounts.errors';
import { UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';
import {
  ADD_CUSTOMER,
  COUNT_RENEWAL,
  DELETE_CUSTOMERS,
  DUE_ERASURES,
  ERASURE_OF,
  HOLD_TO_ERASE,
  MARK_ERASED,
  REGISTER,
  SET_AUTO_RENEWAL,
  SET_ERASE_AT,
  STORE_PASSWORD_HASH,
  UNCOUNT_RENEWAL,
} from './customers.queries';

// What other domains change of customers, in their transactions.

/** A customer of a fan club. */
export interface CustomerKey {
  readonly fanclub: number;
  readonly customer: number;
}

/** What a customer registers with. Null changes nothing. */
export type Registration = Omit<ValuesOf<typeof REGISTER.params>, keyof CustomerKey | 'now'>;

/** Adds a customer without an identity, to be registered later. @returns the id */
export async function add(tx: Statements, fanclub: number, now: Date): Promise<number> {
  return (await tx.first(ADD_CUSTOMER, { fanclub, now }))!.id;
}

/**
 * Registers a customer. A stored address, birthdate or user name stays.
 * @returns the fields afterwards; null if the customer is registered already, or was blacklisted meanwhile
 * @throws EmailTaken, UsernameTaken
 */
export function register(
  tx: Statements,
  customer: CustomerKey,
  registration: Registration,
  now: Date,
): Promise<RowOf<typeof REGISTER> | null> {
  return tx
    .first(REGISTER, { ...customer, ...registration, now })
    .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()))
    .catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
}

/** Replaces the hash of a password by another one of the same password. */
export async function storePasswordHash(
  tx: Statements,
  customer: CustomerKey,
  passwordHash: string,
): Promise<void> {
  await tx.run(STORE_PASSWORD_HASH, { ...customer, passwordHash });
}

/** Turns automatic renewal on or off. @returns whether that changed it */
export async function setAutoRenewal(
  tx: Statements,
  customer: CustomerKey,
  enabled: boolean,
): Promise<boolean> {
  return (await tx.run(SET_AUTO_RENEWAL, { ...customer, enabled })) > 0;
}

/** Counts a renewal of a plan, if the customer is locked to it. */
export async function countRenewal(
  tx: Statements,
  customer: CustomerKey,
  plan: number,
  now: Date,
): Promise<void> {
  await tx.run(COUNT_RENEWAL, { ...customer, plan, now });
}

/** Undoes {@link countRenewal}. */
export async function uncountRenewal(
  tx: Statements,
  customer: CustomerKey,
  plan: number,
  now: Date,
): Promise<void> {
  await tx.run(UNCOUNT_RENEWAL, { ...customer, plan, now });
}

/** Deletes customers with all rows that only describe them. Their orders, memberships and entries must be deleted before. */
export async function remove(tx: Statements, fanclub: number, customers: readonly number[]): Promise<number> {
  return tx.run(DELETE_CUSTOMERS, { fanclub, customers });
}

/**
 * Locks a customer until the end of `tx`, so that nothing is added for them.
 * @param due when the erasure that they asked for must be due. Null: staff asked
 * @returns their addresses; null if there is none, they were erased, or they changed their mind
 */
export const holdToErase = (
  tx: Statements,
  customer: CustomerKey,
  due: Date | null,
): Promise<RowOf<typeof HOLD_TO_ERASE> | null> => tx.first(HOLD_TO_ERASE, { ...customer, due });

/** Marks a customer as erased, once their data is. */
export async function markErased(tx: Statements, customer: CustomerKey, now: Date): Promise<void> {
  await tx.run(MARK_ERASED, { ...customer, now });
}

/** Stores when a customer is to be erased. Null: not at all. @returns whether there is one, who was not erased */
export async function setEraseAt(
  tx: Statements,
  customer: CustomerKey,
  at: Date | null,
  now: Date,
): Promise<boolean> {
  return (await tx.run(SET_ERASE_AT, { ...customer, at, now })) > 0;
}

/** The customers whose erasure is due, in the order of their ids, from `after` on. */
export const dueErasures = (db: Statements, now: Date, after: number, limit: number) =>
  db.rows(DUE_ERASURES, { now, after, limit });

/** When a customer is to be erased, if at all. Null: there is none, or they were erased. */
export const erasureOf = (db: Statements, customer: CustomerKey): Promise<RowOf<typeof ERASURE_OF> | null> =>
  db.first(ERASURE_OF, { ...customer });
