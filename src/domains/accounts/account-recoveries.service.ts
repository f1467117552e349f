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
import { DISCONNECT_ALL } from './confirmations.queries';
import { UNIQUE_EMAIL } from './customer.entity';
import type { NewPassword } from './dto/new-password';

/** An account that the bearer of a link may take back. */
export interface Recoverable {
  /** The address that the account will have. */
  email: string;
  /** Whether another customer has that address by now, so that it cannot be done. */
  taken: boolean;
}

/**
 * Taking an account back from a thief, by the link in a notice that its address is to change or that a social account was
 * connected (decisions 4.8a).
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

  /** What the link would bring back. Changes nothing. @throws LinkExpired */
  async find(fanclub: { id: number }, token: string): Promise<Recoverable> {
    const owner = await this.tokens.find(fanclub.id, 'recover_account', token);
    if (!owner) throw new LinkExpired();
    const { email, customerId } = owner;
    const row = await this.sql.first(FIND_RECOVERABLE, {
      fanclub: fanclub.id,
      customer: customerId!,
      email,
      now: this.clock.now(),
    });
    if (!row) throw new LinkExpired();
    return { email, taken: row.taken };
  }

  /**
   * Gives the account the address that the link was mailed to, whatever its address is now, and a new password. Whatever a thief
   * may have left ends: sessions, connections (also older ones: a thief may have connected first), a pending address, aliases
   * added since, and every other mailed link but those of still older addresses. Nobody is logged in by it.
   * @throws LinkExpired; InvalidFields if the password is no good; EmailTaken
   */
  async recover({ fanclub, source }: ClubAsker, token: string, password: NewPassword): Promise<void> {
    const owner = await this.tokens.find(fanclub.id, 'recover_account', token);
    if (!owner) throw new LinkExpired();
    const chosen = validPassword(password);
    const hash = await this.passwords.hash(chosen, source.network);
    const { email } = owner;
    const customerId = owner.customerId!;
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      if (!(await tx.first(HOLD_RECOVERABLE, customer))) throw new LinkExpired();
      await this.tokens.revokeYounger(tx, fanclub.id, customerId, token);
      if (!(await this.tokens.use(tx, fanclub.id, 'recover_account', token))) throw new LinkExpired();
      await tx
        .run(RECOVER, { ...customer, email, now: this.clock.now(), passwordHash: hash })
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
      await tx.run(REMOVE_LATER_ALIASES, { ...customer, email });
      const asker = { fanclub, actor: customerActor(customerId), source };
      const target = `customer:${customerId}` as const;
      await this.events.record(tx, asker, { action: 'email_change.undone' }, { action: 'password.changed' });
      if (await tx.run(DISCONNECT_ALL, customer)) {
        await this.events.record(tx, asker, { action: 'connection.removed', target, reason: 'recovered' });
      }
      await this.tokens.revoke(
        tx,
        fanclub.id,
        ['confirm_address', 'confirm_new_address', 'reset_password'],
        customerId,
      );
      await this.sessions.endAll(tx, asker, customerId, 'recovered');
    });
  }
}
