import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { FieldErrors } from '#libs/envelope';
import { Passwords } from '#libs/password';
import { isBlank } from '#libs/validation';
import { SessionKeeper, type Viewer } from '#platform/access';
import { customerActor, SecurityEvents } from '#platform/audit';
import { onConflict, Sql, type Statements } from '#platform/database';
import { GuardedPasswords } from '#platform/limits';
import { LinkExpired, OneTimeTokens } from '#platform/tokens';
import { validPassword } from './account.rules';
import { EmailTaken, PasswordIncorrect, SessionRequired } from './accounts.errors';
import { proofForAddress, proofForNewAddress, type ProofAsked } from './confirmation.rules';
import { DISCONNECT_ALL } from './authentications.queries';
import {
  CONFIRM_ADDRESS,
  CONFIRM_NEW_ADDRESS,
  FIND_LOGIN_MEANS,
  FIND_OWNER_OF_NEW,
  HOLD_OWNER,
  HOLD_OWNER_OF_NEW,
  KEEP_FORMER_ADDRESS,
  type TokenOwner,
} from './confirmations.queries';
import { UNIQUE_EMAIL } from './customer.entity';
import { NewPassword } from './dto/account.bodies';

/** The content of the page behind a confirmation link. */
export interface Confirmation {
  /** The address to be confirmed. */
  email: string;
  asks: ProofAsked;
  /** Whether a password chosen on the page would remove a connected social account. */
  losesConnections: boolean;
}

/** The proof that was sent with a confirmation. */
export interface ConfirmationProof {
  /** The account's password; may be blank. */
  password: string;
  /** A new password: the first one, or one that replaces a forgotten one. Null: `password` is the proof. */
  chosen: NewPassword | null;
}

/**
 * Confirms addresses by mailed links. A link proves only access to the mailbox. So the page also asks for the password, or
 * removes every other way to log in (contract 4.8a). A token is valid for one address: it expires when the customer gets
 * another one or is blacklisted. The customer is locked before the token is used, as in an account update, to avoid deadlocks.
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

  /** The page for the address of an account. Changes nothing. @throws LinkExpired */
  async forAddress(viewer: Viewer, token: string): Promise<Confirmation> {
    const { email, means, asks, isOwner } = await this.findOwner(viewer, token);
    return { email, asks, losesConnections: means.hasConnections && !isOwner };
  }

  /** The page for a new address. Changes nothing. @throws LinkExpired */
  async forNewAddress(viewer: Viewer, token: string): Promise<Confirmation> {
    const { email, asks } = await this.findOwnerOfNew(viewer, token);
    return { email, asks, losesConnections: false };
  }

  /**
   * Confirms the customer's address. A chosen password replaces the current one. Without the current one, and in another browser
   * than the one that registered, all sessions end and all connections are removed: they may be another person's.
   * @throws LinkExpired, TooManyRequests; InvalidFields for a wrong password or an invalid new one
   */
  async confirmAddress(viewer: Viewer, token: string, proof: ConfirmationProof): Promise<void> {
    await retryOnce(() => this.tryAddress(viewer, token, proof));
  }

  /**
   * Makes the pending address the current one; the former one becomes an alias (contract 4.8).
   * @throws LinkExpired, TooManyRequests; InvalidFields for a wrong password; SessionRequired; EmailTaken if another customer has
   *   taken the address since it was requested
   */
  async confirmNewAddress(viewer: Viewer, token: string, password: string): Promise<void> {
    await retryOnce(() => this.tryNewAddress(viewer, token, password));
  }

  private async tryAddress(viewer: Viewer, token: string, proof: ConfirmationProof): Promise<void> {
    const { password, chosen } = proof;
    const { fanclub, source } = viewer;
    const { customerId, email, means, asks, isOwner } = await this.findOwner(viewer, token);
    const provesPassword = asks === 'password' && chosen === null;
    if (provesPassword) await this.prove(viewer, email, password, means.passwordHash);
    const passwordHash =
      provesPassword || asks === 'nothing'
        ? null
        : await this.passwords.hash(validPassword(chosen ?? new NewPassword()), source.network);
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      const held = await tx.first(HOLD_OWNER, { ...customer, email });
      assertUnchanged(held, means.passwordHash);
      await this.tokens.use(tx, fanclub.id, 'confirm_address', token);
      await tx.run(CONFIRM_ADDRESS, { ...customer, now: this.clock.now(), passwordHash });
      const actor = customerActor(customerId);
      const changed = passwordHash === null ? [] : [{ action: 'password.changed', actor } as const];
      await this.events.record(tx, viewer, { action: 'account.confirmed', actor }, ...changed);
      if (!provesPassword && !isOwner) await this.shutOutOthers(tx, viewer, customerId);
    });
  }

  private async tryNewAddress(viewer: Viewer, token: string, password: string): Promise<void> {
    const { fanclub } = viewer;
    const { customerId, email, owner, asks } = await this.findOwnerOfNew(viewer, token);
    if (asks === 'log_in') throw new SessionRequired();
    if (asks === 'password') await this.prove(viewer, owner.email, password, owner.passwordHash);
    await this.sql.transaction(async (tx) => {
      const customer = { fanclub: fanclub.id, customer: customerId };
      const former = await tx.first(HOLD_OWNER_OF_NEW, { ...customer, email });
      assertUnchanged(former, owner.passwordHash);
      await this.tokens.use(tx, fanclub.id, 'confirm_new_address', token);
      await tx
        .run(CONFIRM_NEW_ADDRESS, { ...customer, now: this.clock.now() })
        .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
      await tx.run(KEEP_FORMER_ADDRESS, { ...customer, former: former.email, current: email });
      const actor = customerActor(customerId);
      await this.events.record(tx, viewer, { action: 'email_change.confirmed', actor });
    });
  }

  private async findOwner({ fanclub, visit }: Viewer, token: string) {
    const { ownerId: customerId, email } = await this.tokens.find(fanclub.id, 'confirm_address', token);
    const means = await this.sql.first(FIND_LOGIN_MEANS, {
      fanclub: fanclub.id,
      customer: customerId,
      email,
    });
    if (!means) throw new LinkExpired();
    const inOwnBrowser = visit?.customer.id === customerId;
    const asks = proofForAddress(means, inOwnBrowser);
    // The session proves who has signed up, unless the account has a password to ask for.
    return { customerId, email, means, asks, isOwner: inOwnBrowser && asks !== 'password' };
  }

  private async findOwnerOfNew({ fanclub, customer }: Viewer, token: string) {
    const { ownerId: customerId, email } = await this.tokens.find(fanclub.id, 'confirm_new_address', token);
    const owner = await this.sql.first(FIND_OWNER_OF_NEW, {
      fanclub: fanclub.id,
      customer: customerId,
      email,
    });
    if (!owner) throw new LinkExpired();
    const asks = proofForNewAddress(owner.passwordHash !== null, customer?.id === customerId);
    return { customerId, email, owner, asks };
  }

  /** @throws InvalidFields unless this is the account's password. A wrong one counts as a failed log-in. */
  private async prove(viewer: Viewer, email: string, password: string, hash: string | null): Promise<void> {
    const errors = new FieldErrors();
    if (isBlank(password)) errors.add('password', "can't be blank");
    else if (!(await this.guarded.verify(viewer, { email }, password, hash))) {
      await this.events.record(this.sql, viewer, { action: 'login.failed', reason: 'wrong_password' });
      errors.add('password', 'is incorrect');
    }
    errors.throwIfAny();
  }

  /** Removes connections, sessions and reset links, which may be another person's. */
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

/** @throws LinkExpired; PasswordIncorrect if the hash was replaced after the password was verified */
function assertUnchanged(held: TokenOwner | null, hash: string | null): asserts held is TokenOwner {
  if (!held) throw new LinkExpired();
  if (held.passwordHash !== hash) throw new PasswordIncorrect();
}

/** Repeats an attempt if a simultaneous log-in has rehashed the password. */
function retryOnce(attempt: () => Promise<void>): Promise<void> {
  return attempt().catch((error: unknown) => {
    if (error instanceof PasswordIncorrect) return attempt();
    throw error;
  });
}
