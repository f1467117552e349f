import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { SessionKeeper } from '#platform/access';
import { type ClubAsker, customerActor, SecurityEvents } from '#platform/audit';
import { onConflict, Sql } from '#platform/database';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { validPassword } from './account.rules';
import {
  FIND_RECOVERABLE,
  HOLD_RECOVERABLE,
  RECOVER,
  REMOVE_LATER_ALIASES,
} from './account-recoveries.queries';
import { EmailTaken } from './accounts.errors';
import { DISCONNECT_ALL } from './authentications.queries';
import { UNIQUE_EMAIL } from './customer.entity';
import type { NewPassword } from './dto/account.bodies';

const REVOKED = ['confirm_address', 'confirm_new_address', 'reset_password'] as const;

/**
 * Returns a stolen account to its owner, by the link in the notice that its address is to change or that a social account was
 * connected (contract 4.8a).
 */
@Injectable()
export class AccountRecoveriesService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * The address that the account would get, and whether another customer has it now, which prevents the recovery. Changes nothing.
   * @throws LinkExpired
   */
  async find(fanclub: { id: number }, token: string): Promise<{ email: string; taken: boolean }> {
    const { ownerId: customer, email } = await this.tokens.find(fanclub.id, 'recover_account', token);
    const now = this.clock.now();
    const row = await this.sql.first(FIND_RECOVERABLE, { fanclub: fanclub.id, customer, email, now });
    if (!row) throw new LinkExpired();
    return { email, taken: row.taken };
  }

  /**
   * Restores the address that the link was mailed to, and sets a new password. Removes everything that a thief may have left:
   * sessions, all connections, a pending address, later aliases, and all other mailed links except those of still older
   * addresses. Opens no session.
   * @throws LinkExpired; InvalidFields for an invalid password; EmailTaken
   */
  async recover({ fanclub, source }: ClubAsker, token: string, password: NewPassword): Promise<void> {
    const { ownerId: customerId, email } = await this.tokens.find(fanclub.id, 'recover_account', token);
    const passwordHash = await this.passwords.hash(validPassword(password), source.network);
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      if (!(await tx.first(HOLD_RECOVERABLE, customer))) throw new LinkExpired();
      await this.tokens.revokeYounger(tx, fanclub.id, customerId, token);
      await this.tokens.use(tx, fanclub.id, 'recover_account', token);
      await tx
        .run(RECOVER, { ...customer, email, now: this.clock.now(), passwordHash })
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
      await tx.run(REMOVE_LATER_ALIASES, { ...customer, email });
      const asker = { fanclub, actor: customerActor(customerId), source };
      const target = `customer:${customerId}` as const;
      await this.events.record(tx, asker, { action: 'email_change.undone' }, { action: 'password.changed' });
      if (await tx.run(DISCONNECT_ALL, customer)) {
        await this.events.record(tx, asker, { action: 'connection.removed', target, reason: 'recovered' });
      }
      await this.tokens.revoke(tx, fanclub.id, REVOKED, customerId);
      await this.sessions.endAll(tx, asker, customerId, 'recovered');
    });
  }
}
