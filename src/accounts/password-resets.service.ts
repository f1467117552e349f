import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { type FanclubInfo, SessionKeeper } from '../access';
import { Sql } from '../database/sql';
import { Limits, mailboxOf, UNKNOWN_CLIENT } from '../limits';
import { LinkExpired, OneTimeTokens } from '../tokens';
import { checkNewPassword, emailOf, type NewPassword } from './account.fields';
import { AccountMails } from './account-mails';
import {
  FIND_RESETTABLE,
  HOLD_OWNER,
  RESET_PASSWORD,
  type ResettableRow,
  STAND_IN,
} from './confirmations.queries';

type Club = Pick<FanclubInfo, 'id'>;

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
  ) {}

  /**
   * Mails a link to the address, if it is the current one of a registered customer who is not blacklisted. Whether it is,
   * neither the outcome tells nor the work that is done. Limited by mailbox, whoever has it, and by client.
   * @throws TooManyRequests
   */
  async request(fanclub: Club, email: string, client: string): Promise<void> {
    // What is no address is nobody's, as everybody can see.
    const address = emailOf(email);
    if (address === null) return;
    await this.limits.count(fanclub, { resetEmail: mailboxOf(address), resetNetwork: client });
    await this.sql.transaction(async (tx) => {
      const customer = await tx.first<ResettableRow>(FIND_RESETTABLE, [fanclub.id, address]);
      if (customer) {
        const { id, email, first_name: firstName } = customer;
        await this.mails.resetPassword(tx, fanclub, { id, email, firstName });
      } else {
        // In the place of the token and of the mail.
        await tx.run(STAND_IN, []);
        await tx.run(STAND_IN, []);
      }
    });
  }

  /**
   * Sets a new password and ends all sessions. Whoever has the link holds the address, so that is confirmed; and a waiting
   * change of address, which a thief of the account may have asked for, is dropped. Nobody is logged in by it.
   * @throws LinkExpired; InvalidFields if the password is no good
   */
  async reset(fanclub: Club, token: string, password: NewPassword, client = UNKNOWN_CLIENT): Promise<void> {
    const owner = await this.tokens.find(fanclub.id, 'reset_password', token);
    if (!owner) throw new LinkExpired();
    const errors = new FieldErrors();
    const chosen = checkNewPassword(errors, password);
    errors.throwIfAny();
    const hash = await this.passwords.hash(chosen, client);
    await this.sql.transaction(async (tx) => {
      const customerId = owner.customerId!;
      if (!(await tx.first(HOLD_OWNER, [fanclub.id, customerId, owner.email]))) throw new LinkExpired();
      if (!(await this.tokens.use(tx, fanclub.id, 'reset_password', token))) throw new LinkExpired();
      await tx.run(RESET_PASSWORD, [fanclub.id, customerId, this.clock.now(), hash]);
      await this.tokens.revoke(tx, fanclub.id, 'confirm_new_address', customerId);
      await this.sessions.endAll(tx, fanclub.id, customerId);
    });
  }
}
