import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { isMissing } from '#libs/validation';
import type { FanclubInfo } from '../access';
import { onConflict } from '../database/conflicts';
import { Sql } from '../database/sql';
import { UNKNOWN_CLIENT } from '../limits';
import { LinkExpired, OneTimeTokens } from '../tokens';
import { checkNewPassword, type NewPassword } from './account.fields';
import { EmailTaken } from './accounts.errors';
import {
  CONFIRM_ADDRESS,
  CONFIRM_NEW_ADDRESS,
  FIND_LOGIN_MEANS,
  HOLD_OWNER,
  HOLD_OWNER_OF_NEW,
  KEEP_FORMER_ADDRESS,
  type LoginMeansRow,
} from './confirmations.queries';
import { UNIQUE_EMAIL } from './customer.entity';

type Club = Pick<FanclubInfo, 'id'>;

interface Confirmable {
  customerId: number;
  email: string;
  means: LoginMeansRow;
}

/**
 * Confirming addresses by the links that were mailed to them. A token stands for one address: it is worthless once the
 * customer has another one, or is blacklisted. Whoever changes a customer by a token holds the customer before using the
 * token up, in the order in which an account update takes both, so that they cannot wait for each other.
 */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether confirming the address takes a first password: there is none, and no connected provider to log in with. Null for
   * a dead link. Changes nothing.
   */
  async needsPassword(fanclub: Club, token: string): Promise<boolean | null> {
    const confirmable = await this.findConfirmable(fanclub, token);
    return confirmable && needsPassword(confirmable.means);
  }

  /**
   * Confirms the customer's address and sets the first password, if there is none yet and one is given.
   * @throws LinkExpired; InvalidFields if the password is needed and missing, or no good
   */
  async confirmAddress(
    fanclub: Club,
    token: string,
    password?: NewPassword,
    client = UNKNOWN_CLIENT,
  ): Promise<void> {
    const confirmable = await this.findConfirmable(fanclub, token);
    if (!confirmable) throw new LinkExpired();
    const { customerId, email } = confirmable;
    const hash = await this.firstPasswordHash(confirmable, password, client);
    await this.sql.transaction(async (tx) => {
      if (!(await tx.first(HOLD_OWNER, [fanclub.id, customerId, email]))) throw new LinkExpired();
      if (!(await this.tokens.use(tx, fanclub.id, 'confirm_address', token))) throw new LinkExpired();
      await tx.run(CONFIRM_ADDRESS, [fanclub.id, customerId, this.clock.now(), hash]);
    });
  }

  /**
   * Makes the address that waits the customer's own; the one it takes the place of becomes an alias (decisions 4.8).
   * @throws LinkExpired; EmailTaken if it has become another customer's since it was asked for
   */
  async confirmNewAddress(fanclub: Club, token: string): Promise<void> {
    const owner = await this.tokens.find(fanclub.id, 'confirm_new_address', token);
    if (!owner) throw new LinkExpired();
    await this.sql.transaction(async (tx) => {
      const customer = [fanclub.id, owner.customerId];
      const former = await tx.first<{ email: string }>(HOLD_OWNER_OF_NEW, [...customer, owner.email]);
      if (!former) throw new LinkExpired();
      if (!(await this.tokens.use(tx, fanclub.id, 'confirm_new_address', token))) throw new LinkExpired();
      await tx
        .run(CONFIRM_NEW_ADDRESS, [...customer, this.clock.now()])
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
      await tx.run(KEEP_FORMER_ADDRESS, [...customer, former.email, owner.email]);
    });
  }

  private async findConfirmable(fanclub: Club, token: string): Promise<Confirmable | null> {
    const owner = await this.tokens.find(fanclub.id, 'confirm_address', token);
    if (!owner) return null;
    const { customerId, email } = owner;
    const means = await this.sql.first<LoginMeansRow>(FIND_LOGIN_MEANS, [fanclub.id, customerId, email]);
    return means && { customerId: customerId!, email, means };
  }

  /** The hash of a password that is to become the first one; null where none is to be set. */
  private async firstPasswordHash(
    { means }: Confirmable,
    password: NewPassword | undefined,
    client: string,
  ): Promise<string | null> {
    const isGiven = !isMissing(password?.password) || !isMissing(password?.password_confirmation);
    if (means.has_password || !(isGiven || needsPassword(means))) return null;
    const errors = new FieldErrors();
    const first = checkNewPassword(errors, password ?? NO_PASSWORD);
    errors.throwIfAny();
    return this.passwords.hash(first, client);
  }
}

const NO_PASSWORD: NewPassword = { password: undefined, password_confirmation: undefined };

function needsPassword(means: LoginMeansRow): boolean {
  return !means.has_password && !means.has_provider;
}
