import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type Statements, violatedUnique } from '#platform/database';
import {
  ADD_ACCOUNTS,
  CHANGE_ACCOUNTS,
  type ChangedAccount,
  FIND_TAKEN_NAMES,
  HOLD_IMPORTED,
  type NewAccount,
  type StoredAccount,
  type WantedNames,
} from './account-imports.queries';
import { EmailTaken, UsernameTaken } from './accounts.errors';
import { UNIQUE_EMAIL, UNIQUE_USERNAME } from './customer.entity';

export type {
  AccountFields,
  ChangedAccount,
  NewAccount,
  StoredAccount,
  WantedNames,
} from './account-imports.queries';

/** Adds and changes many customers at once. `tx` is the transaction that also records it. */
@Injectable()
export class AccountImportsService {
  constructor(private readonly clock: Clock) {}

  /** Locks the customers with these ids or addresses until the end of `tx`. */
  hold(
    tx: Statements,
    fanclub: number,
    ids: readonly number[],
    emails: readonly string[],
  ): Promise<readonly StoredAccount[]> {
    return tx.rows(HOLD_IMPORTED, { fanclub, ids, emails });
  }

  /** The lines whose names belong to others. */
  taken(tx: Statements, fanclub: number, wanted: readonly WantedNames[]) {
    return tx.rows(FIND_TAKEN_NAMES, { fanclub, now: this.clock.now(), wanted: JSON.stringify(wanted) });
  }

  /**
   * Adds registered customers without passwords.
   * @returns their ids in the same order
   * @throws EmailTaken, UsernameTaken if somebody else got a name in the meantime
   */
  async add(tx: Statements, fanclub: number, accounts: readonly NewAccount[]): Promise<number[]> {
    const added = await tx
      .rows(ADD_ACCOUNTS, { fanclub, accounts: JSON.stringify(accounts) })
      .catch(refuseTaken);
    const ids = new Map(added.map(({ id, email }) => [email, id]));
    return accounts.map(({ email }) => ids.get(email)!);
  }

  /** Stores the fields of customers whom this transaction holds. @throws UsernameTaken */
  async change(tx: Statements, fanclub: number, accounts: readonly ChangedAccount[]): Promise<void> {
    await tx.run(CHANGE_ACCOUNTS, { fanclub, accounts: JSON.stringify(accounts) }).catch(refuseTaken);
  }
}

function refuseTaken(error: unknown): never {
  const constraint = violatedUnique(error);
  if (constraint === UNIQUE_EMAIL) throw new EmailTaken();
  throw constraint === UNIQUE_USERNAME ? new UsernameTaken() : error;
}
