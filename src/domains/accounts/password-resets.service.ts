import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { SessionKeeper } from '#platform/access';
import { type ClubAsker, customerActor, SecurityEvents, VISITOR } from '#platform/audit';
import { Sql } from '#platform/database';
import { LimitsService, mailboxOf } from '#platform/limits';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { emailOf, validPassword } from './account.rules';
import { AccountMails } from './account-mails';
import { DISCONNECT_UNPROVEN, HAS_UNPROVEN } from './authentications.queries';
import { FIND_RESETTABLE, HOLD_OWNER, RESET_PASSWORD, STAND_IN } from './confirmations.queries';
import type { NewPassword } from './dto/account.bodies';

/** Resets forgotten passwords by a link that is mailed to the customer's address. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly limits: LimitsService,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Mails a link to the address if it is the current one of a registered customer who is not blacklisted. Neither the result nor
   * the duration reveals whether it is. Limited by mailbox and by client network.
   * @throws TooManyRequests
   */
  async request({ fanclub, source }: ClubAsker, email: string): Promise<void> {
    const address = emailOf(email);
    if (address === null) return;
    // Anybody can enter any address, so the actor of the event is a visitor even if the viewer is logged in.
    const asker = { fanclub, actor: VISITOR, source };
    await this.limits.count(asker, { resetEmail: mailboxOf(address), resetNetwork: source.network });
    await this.sql.transaction(async (tx) => {
      const customer = await tx.first(FIND_RESETTABLE, { fanclub: fanclub.id, email: address });
      const target = customer ? (`customer:${customer.id}` as const) : undefined;
      await this.events.record(tx, asker, { action: 'password_reset.requested', target });
      if (customer) {
        await this.mails.queue(tx, fanclub, 'reset_password', customer);
      } else {
        // Takes as long as the token and the mail.
        await tx.run(STAND_IN, {});
        await tx.run(STAND_IN, {});
      }
    });
  }

  /**
   * Whether {@link reset} would remove connections with social accounts. Changes nothing.
   * @throws LinkExpired
   */
  async removesConnections(fanclub: { id: number }, token: string): Promise<boolean> {
    const { ownerId: customer } = await this.tokens.find(fanclub.id, 'reset_password', token);
    const row = await this.sql.first(HAS_UNPROVEN, { fanclub: fanclub.id, customer });
    return row?.found ?? false;
  }

  /**
   * Sets a new password, confirms the address, and ends all sessions. Removes everything that another person may have left:
   * connections made before the address was first confirmed (anybody can sign up with any address), and a pending address.
   * Opens no session.
   * @throws LinkExpired; InvalidFields for an invalid password
   */
  async reset({ fanclub, source }: ClubAsker, token: string, password: NewPassword): Promise<void> {
    const { ownerId: customerId, email } = await this.tokens.find(fanclub.id, 'reset_password', token);
    const passwordHash = await this.passwords.hash(validPassword(password), source.network);
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      if (!(await tx.first(HOLD_OWNER, { ...customer, email }))) throw new LinkExpired();
      await this.tokens.use(tx, fanclub.id, 'reset_password', token);
      const asker = { fanclub, actor: customerActor(customerId), source };
      if (await tx.run(DISCONNECT_UNPROVEN, customer)) {
        const target = `customer:${customerId}` as const;
        const reason = 'password_reset';
        await this.events.record(tx, asker, { action: 'connection.removed', target, reason });
      }
      await tx.run(RESET_PASSWORD, { ...customer, now: this.clock.now(), passwordHash });
      await this.tokens.revoke(tx, fanclub.id, ['confirm_address', 'confirm_new_address'], customerId);
      await this.events.record(tx, asker, { action: 'password_reset.done' });
      await this.sessions.endAll(tx, asker, customerId, 'password_reset');
    });
  }
}
