import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { SessionKeeper } from '#platform/access';
import { type ClubAsker, customerActor, SecurityEvents, VISITOR } from '#platform/audit';
import { Sql } from '#platform/database';
import { Limits, mailboxOf } from '#platform/limits';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { emailOf, validPassword } from './account.rules';
import { AccountMails } from './account-mails';
import {
  DISCONNECT_UNPROVEN,
  FIND_RESETTABLE,
  HAS_UNPROVEN_CONNECTIONS,
  HOLD_OWNER,
  RESET_PASSWORD,
  STAND_IN,
} from './confirmations.queries';
import type { NewPassword } from './dto/new-password';

/** Resetting a forgotten password by a link that is mailed to the customer's address. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Mails a link to the address, if it is the current one of a registered customer who is not blacklisted. Whether it is,
   * neither the outcome tells nor the work that is done. Limited by mailbox, whoever has it, and by client.
   * @throws TooManyRequests
   */
  async request({ fanclub, source }: ClubAsker, email: string): Promise<void> {
    // What is no address is nobody's, as everybody can see.
    const address = emailOf(email);
    if (address === null) return;
    // Anybody may enter any address, so not even a logged-in customer is recorded as the one who asked.
    const asker = { fanclub, actor: VISITOR, source };
    await this.limits.count(asker, { resetEmail: mailboxOf(address), resetNetwork: source.network });
    await this.sql.transaction(async (tx) => {
      const customer = await tx.first(FIND_RESETTABLE, { fanclub: fanclub.id, email: address });
      const target = customer ? (`customer:${customer.id}` as const) : undefined;
      await this.events.record(tx, asker, { action: 'password_reset.requested', target });
      if (customer) {
        await this.mails.resetPassword(tx, fanclub, customer);
      } else {
        // In the place of the token and of the mail.
        await tx.run(STAND_IN, {});
        await tx.run(STAND_IN, {});
      }
    });
  }

  /**
   * Whether a reset by this link would remove connections with social accounts: see {@link reset}. Changes nothing.
   * @throws LinkExpired
   */
  async removesConnections(fanclub: { id: number }, token: string): Promise<boolean> {
    const owner = await this.tokens.find(fanclub.id, 'reset_password', token);
    if (!owner) throw new LinkExpired();
    const customer = { fanclub: fanclub.id, customer: owner.customerId! };
    const row = await this.sql.first(HAS_UNPROVEN_CONNECTIONS, customer);
    return row?.found ?? false;
  }

  /**
   * Sets a new password and ends all sessions. The link proves the address, so it is confirmed. What somebody else may have left
   * is removed: connections made before the address was first confirmed (anybody can sign up with anybody's address), and a
   * pending change of address. Nobody is logged in by it.
   * @throws LinkExpired; InvalidFields if the password is no good
   */
  async reset({ fanclub, source }: ClubAsker, token: string, password: NewPassword): Promise<void> {
    const owner = await this.tokens.find(fanclub.id, 'reset_password', token);
    if (!owner) throw new LinkExpired();
    const chosen = validPassword(password);
    const hash = await this.passwords.hash(chosen, source.network);
    await this.sql.transaction(async (tx) => {
      const customerId = owner.customerId!;
      const customer = { fanclub: fanclub.id, customer: customerId };
      if (!(await tx.first(HOLD_OWNER, { ...customer, email: owner.email }))) throw new LinkExpired();
      if (!(await this.tokens.use(tx, fanclub.id, 'reset_password', token))) throw new LinkExpired();
      const asker = { fanclub, actor: customerActor(customerId), source };
      if (await tx.run(DISCONNECT_UNPROVEN, customer)) {
        const target = `customer:${customerId}` as const;
        await this.events.record(tx, asker, {
          action: 'connection.removed',
          target,
          reason: 'password_reset',
        });
      }
      await tx.run(RESET_PASSWORD, { ...customer, now: this.clock.now(), passwordHash: hash });
      await this.tokens.revoke(tx, fanclub.id, ['confirm_address', 'confirm_new_address'], customerId);
      await this.events.record(tx, asker, { action: 'password_reset.done' });
      await this.sessions.endAll(tx, asker, customerId, 'password_reset');
    });
  }
}
