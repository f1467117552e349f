import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/envelope';
import type { LoggedInViewer } from '#platform/access';
import { SecurityEvents } from '#platform/audit';
import { Sql, statement, types } from '#platform/database';
import { GuardedPasswords } from '#platform/limits';

export const OWN_PASSWORD = statement('accounts.own_password', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { hash: types.text.orNull },
  text: 'SELECT password_hash AS hash FROM customers WHERE fanclub_id = $fanclub AND id = $customer',
});

/** The viewer did not prove the account's password. */
export class PasswordIncorrect extends DomainError {
  readonly messages = ['Password is incorrect'];
}

/** Asks a logged-in customer for the password again. */
@Injectable()
export class OwnPasswordsService {
  constructor(
    private readonly sql: Sql,
    private readonly guarded: GuardedPasswords,
    private readonly events: SecurityEvents,
  ) {}

  /** A wrong password counts as a failed log-in. @throws PasswordIncorrect, also without any password; TooManyRequests */
  async require(viewer: LoggedInViewer, password: string): Promise<void> {
    const { fanclub, customer } = viewer;
    const own = await this.sql.first(OWN_PASSWORD, { fanclub: fanclub.id, customer: customer.id });
    const account = { email: customer.email ?? '' };
    const isRight =
      password !== '' && (await this.guarded.verify(viewer, account, password, own?.hash ?? null));
    if (isRight) return;
    const event = { action: 'login.failed', reason: 'wrong_current_password' } as const;
    await this.events.record(this.sql, viewer, event);
    throw new PasswordIncorrect();
  }
}
