import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { isBlank } from '#libs/validation';
import { type FanclubInfo, SessionKeeper, type Viewer } from '#platform/access';
import { customerActor, SecurityEvents } from '#platform/audit';
import { onConflict, Sql, type Statements } from '#platform/database';
import { GuardedPasswords } from '#platform/limits';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { validPassword } from './account.rules';
import { EmailTaken, PasswordIncorrect, SessionRequired } from './accounts.errors';
import { proofForAddress, proofForNewAddress, type ProofAsked } from './confirmation.rules';
import {
  CONFIRM_ADDRESS,
  CONFIRM_NEW_ADDRESS,
  DISCONNECT_ALL,
  FIND_LOGIN_MEANS,
  FIND_OWNER_OF_NEW,
  HOLD_OWNER,
  HOLD_OWNER_OF_NEW,
  KEEP_FORMER_ADDRESS,
  type LoginMeans,
  type TokenOwner,
} from './confirmations.queries';
import { UNIQUE_EMAIL } from './customer.entity';
import { NewPassword } from './dto/new-password';

/** What a confirmation link is for, and what its page has to ask. */
export interface Confirmation {
  /** The address that is to be confirmed. */
  email: string;
  asks: ProofAsked;
  /** Whether a social account is connected that a password chosen on the page would remove. */
  losesConnections: boolean;
}

/** What was sent to prove who confirms. */
export interface ConfirmationProof {
  /** The account's password; blank for none. */
  password: string;
  /** A password to set: the first one, or by who does not know the present one. Null: the present one is to prove it. */
  chosen: NewPassword | null;
}

interface Confirmable {
  customerId: number;
  email: string;
  means: LoginMeans;
  inOwnBrowser: boolean;
}

/**
 * Confirming addresses by the links that were mailed to them. A link proves only that the visitor reads the
 * mailbox. So the page also asks for the password, or removes every other way to log in (decisions 4.8a). A token is for one
 * address: it expires when the customer gets another one or is blacklisted. The customer is locked before the token is used, in
 * the order of an account update, so that no two deadlock.
 */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly sql: Sql,
    private readonly passwords: Passwords,
    private readonly guarded: GuardedPasswords,
    private readonly sessions: SessionKeeper,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
    private readonly events: SecurityEvents,
  ) {}

  /** What confirming an address asks of this visitor. Changes nothing. @throws LinkExpired */
  async forAddress(viewer: Viewer, token: string): Promise<Confirmation> {
    const { email, means, inOwnBrowser } = await this.confirmable(viewer, token);
    const asks = proofForAddress(means, inOwnBrowser);
    return { email, asks, losesConnections: means.hasConnections && !isOwners(asks, inOwnBrowser) };
  }

  /** What confirming a new address asks of this visitor. Changes nothing. @throws LinkExpired */
  async forNewAddress(viewer: Viewer, token: string): Promise<Confirmation> {
    const { customerId, email, owner } = await this.ownerOfNew(viewer.fanclub, token);
    const asks = proofForNewAddress(owner.passwordHash !== null, viewer.customer?.id === customerId);
    return { email, asks, losesConnections: false };
  }

  /**
   * Confirms the customer's address. A password that is chosen here replaces the one there is. Unless the present one was given,
   * or the browser is the one that registered, all sessions end and all connections are removed: they are somebody else's.
   * @throws LinkExpired, TooManyRequests; InvalidFields if the password is wrong, or the chosen one no good
   */
  async confirmAddress(viewer: Viewer, token: string, proof: ConfirmationProof): Promise<void> {
    await twice(() => this.tryAddress(viewer, token, proof));
  }

  /**
   * Makes the address that waits the customer's own; the one it takes the place of becomes an alias (decisions 4.8).
   * @throws LinkExpired, TooManyRequests; InvalidFields if the password is wrong; SessionRequired; EmailTaken if the address has
   *   become another customer's since it was asked for
   */
  async confirmNewAddress(viewer: Viewer, token: string, password: string): Promise<void> {
    await twice(() => this.tryNewAddress(viewer, token, password));
  }

  private async tryAddress(
    viewer: Viewer,
    token: string,
    { password, chosen }: ConfirmationProof,
  ): Promise<void> {
    const { fanclub } = viewer;
    const { customerId, email, means, inOwnBrowser } = await this.confirmable(viewer, token);
    const asks = proofForAddress(means, inOwnBrowser);
    const isGiven = asks === 'password' && chosen === null;
    if (isGiven) await this.prove(viewer, email, password, means.passwordHash);
    const hash = isGiven || asks === 'nothing' ? null : await this.hashOf(viewer, chosen ?? NO_PASSWORD);
    const isProven = isGiven || isOwners(asks, inOwnBrowser);
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      const held = await tx.first(HOLD_OWNER, { ...customer, email });
      assertUnchanged(held, means.passwordHash);
      if (!(await this.tokens.use(tx, fanclub.id, 'confirm_address', token))) throw new LinkExpired();
      await tx.run(CONFIRM_ADDRESS, { ...customer, now: this.clock.now(), passwordHash: hash });
      const actor = customerActor(customerId);
      const event = { action: 'account.confirmed', actor } as const;
      const chose = { action: 'password.changed', actor } as const;
      await this.events.record(tx, viewer, event, ...(hash === null ? [] : [chose]));
      if (!isProven) await this.shutOutOthers(tx, viewer, customerId);
    });
  }

  private async tryNewAddress(viewer: Viewer, token: string, password: string): Promise<void> {
    const { fanclub } = viewer;
    const { customerId, email, owner } = await this.ownerOfNew(fanclub, token);
    const asks = proofForNewAddress(owner.passwordHash !== null, viewer.customer?.id === customerId);
    if (asks === 'log_in') throw new SessionRequired();
    if (asks === 'password') {
      await this.prove(viewer, owner.email, password, owner.passwordHash);
    }
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      const former = await tx.first(HOLD_OWNER_OF_NEW, { ...customer, email });
      assertUnchanged(former, owner.passwordHash);
      if (!(await this.tokens.use(tx, fanclub.id, 'confirm_new_address', token))) throw new LinkExpired();
      await tx
        .run(CONFIRM_NEW_ADDRESS, { ...customer, now: this.clock.now() })
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
      await tx.run(KEEP_FORMER_ADDRESS, { ...customer, former: former.email, current: email });
      const actor = customerActor(customerId);
      await this.events.record(tx, viewer, { action: 'email_change.confirmed', actor });
    });
  }

  private async confirmable({ fanclub, visit }: Viewer, token: string): Promise<Confirmable> {
    const owner = await this.tokens.find(fanclub.id, 'confirm_address', token);
    if (!owner) throw new LinkExpired();
    const { email } = owner;
    const customerId = owner.customerId!;
    const means = await this.sql.first(FIND_LOGIN_MEANS, {
      fanclub: fanclub.id,
      customer: customerId,
      email,
    });
    if (!means) throw new LinkExpired();
    return { customerId, email, means, inOwnBrowser: visit?.customer.id === customerId };
  }

  private async ownerOfNew(
    fanclub: FanclubInfo,
    token: string,
  ): Promise<{ customerId: number; email: string; owner: TokenOwner }> {
    const found = await this.tokens.find(fanclub.id, 'confirm_new_address', token);
    if (!found) throw new LinkExpired();
    const { email } = found;
    const customerId = found.customerId!;
    const owner = await this.sql.first(FIND_OWNER_OF_NEW, {
      fanclub: fanclub.id,
      customer: customerId,
      email,
    });
    if (!owner) throw new LinkExpired();
    return { customerId, email, owner };
  }

  /** @throws InvalidFields unless this is the account's password; a wrong one counts as a failed log-in */
  private async prove(viewer: Viewer, email: string, password: string, hash: string | null): Promise<void> {
    const errors = new FieldErrors();
    if (isBlank(password)) errors.add('password', "can't be blank");
    else if (!(await this.guarded.verify(viewer, { email }, password, hash))) {
      await this.events.record(this.sql, viewer, { action: 'login.failed', reason: 'wrong_password' });
      errors.add('password', 'is incorrect');
    }
    errors.throwIfAny();
  }

  private hashOf({ source }: Viewer, password: NewPassword): Promise<string> {
    return this.passwords.hash(validPassword(password), source.network);
  }

  /** Removes the connections, sessions and reset links of the person who signed up. */
  private async shutOutOthers(tx: Statements, viewer: Viewer, customerId: number): Promise<void> {
    const fanclubId = viewer.fanclub.id;
    if (await tx.run(DISCONNECT_ALL, { fanclub: fanclubId, customer: customerId })) {
      const target = `customer:${customerId}` as const;
      await this.events.record(tx, viewer, { action: 'connection.removed', target, reason: 'unproven' });
    }
    await this.tokens.revoke(tx, fanclubId, 'reset_password', customerId);
    await this.sessions.endAll(tx, viewer, customerId, 'address_confirmed');
  }
}

/** Whether the browser proves who signed up: it holds the session, and there was no password to ask for. */
const isOwners = (asks: ProofAsked, inOwnBrowser: boolean): boolean => inOwnBrowser && asks !== 'password';

const NO_PASSWORD = new NewPassword();

/** @throws LinkExpired; PasswordIncorrect when the hash that the proof was held against was replaced since */
function assertUnchanged(held: TokenOwner | null, hash: string | null): asserts held is TokenOwner {
  if (!held) throw new LinkExpired();
  if (held.passwordHash !== hash) throw new PasswordIncorrect();
}

/** A log-in at the same moment may have hashed the password anew; then it is proved once more. */
function twice(attempt: () => Promise<void>): Promise<void> {
  return attempt().catch((error: unknown) => {
    if (error instanceof PasswordIncorrect) return attempt();
    throw error;
  });
}
