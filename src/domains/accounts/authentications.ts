import type { Statements, ValuesOf } from '#platform/database';
import { CONNECT, DISCONNECT, DISCONNECT_OWN, FIND_OBSTACLE, HOLD_OWNER } from './authentications.queries';

// The connections of customers with their accounts at login providers.

/** A connection that is to be made. */
export type Connection = ValuesOf<typeof FIND_OBSTACLE.params>;

/**
 * Connects a customer with an account.
 * @param events recorded if it is connected, as JSON
 * @returns false if the customer is connected with the provider already, or another customer with the account
 */
export async function connect(
  tx: Statements,
  connection: Connection,
  now: Date,
  events: string,
): Promise<boolean> {
  return (await tx.run(CONNECT, { ...connection, now, events })) > 0;
}

/** What a connection conflicts with: the customer's own one with the provider, or another customer's with the account. Null: nothing. */
export async function obstacleTo(
  tx: Statements,
  connection: Connection,
): Promise<'provider_taken' | 'account_taken' | null> {
  const found = await tx.first(FIND_OBSTACLE, connection);
  return found && (found.own ? 'provider_taken' : 'account_taken');
}

/** Removes a connection, after it has locked the customer. @returns the customer's id; null: nobody was connected */
export async function disconnect(
  tx: Statements,
  connection: Omit<Connection, 'customer'>,
): Promise<number | null> {
  return (await tx.first(DISCONNECT, connection))?.customerId ?? null;
}

/** Removes a connection of a customer who can log in without it. @returns false: it stays, or there was none */
export async function disconnectOwn(
  tx: Statements,
  { fanclub, customer, provider }: Omit<Connection, 'uid'>,
): Promise<boolean> {
  // A separate statement, so that the next one sees what a concurrent transaction has removed.
  await tx.rows(HOLD_OWNER, { fanclub, customer });
  return (await tx.run(DISCONNECT_OWN, { fanclub, customer, provider })) > 0;
}
