import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/envelope';
import { SessionKeeper } from '#platform/access';
import type { ClubAsker } from '#platform/audit';
import { onConflict, type RowOf, type Statements } from '#platform/database';
import { AccountMails } from './account-mails';
import { CORRECT_ACCOUNT, HOLD_ACCOUNT, LOCK_PLAN, SET_BLACKLISTED } from './account-controls.queries';
import { UsernameTaken } from './accounts.errors';
import { UNIQUE_USERNAME } from './customer.entity';
import { setAutoRenewal } from './customers';

/** The customer of a fan club whose account is controlled. */
export interface ControlledCustomer {
  readonly fanclubId: number;
  readonly customerId: number;
}

export type HeldAccount = RowOf<typeof HOLD_ACCOUNT>;

/** The fields that staff may correct. */
export type Correction = Pick<
  HeldAccount,
  'firstName' | 'lastName' | 'birthdate' | 'username' | 'invalidEmail'
>;

/** The fan club has no customer with this id. */
export class NoMemberFound extends DomainError {
  readonly messages = ['There is no such member.'];
}

/** The customer has confirmed the address, or has none. */
export class NothingToConfirm extends DomainError {
  readonly messages = ['There is no address that waits for confirmation.'];
}

/** The customer cannot log in by password: without an address, not registered, or blacklisted. */
export class NoPasswordToChoose extends DomainError {
  readonly messages = [
    'This member cannot choose a password: there is no address, or the member is blacklisted.',
  ];
}

/** What the people who run a fan club do with accounts. `tx` is the transaction that also records it. */
@Injectable()
export class AccountControlsService {
  constructor(
    private readonly sessions: SessionKeeper,
    private readonly mails: AccountMails,
  ) {}

  /** Locks the customer until the end of `tx`. @throws NoMemberFound */
  async hold(tx: Statements, { fanclubId, customerId }: ControlledCustomer): Promise<HeldAccount> {
    const held = await tx.first(HOLD_ACCOUNT, { fanclub: fanclubId, customer: customerId });
    if (!held) throw new NoMemberFound();
    return held;
  }

  /** @throws UsernameTaken */
  async correct(tx: Statements, of: ControlledCustomer, correction: Correction): Promise<void> {
    await tx
      .run(CORRECT_ACCOUNT, { ...idsOf(of), ...correction })
      .catch(onConflict(UNIQUE_USERNAME, () => new UsernameTaken()));
  }

  /** Blacklists a customer and ends the sessions, or lifts it. */
  async setBlacklisted(
    tx: Statements,
    asker: ClubAsker,
    customerId: number,
    blacklisted: boolean,
  ): Promise<void> {
    await tx.run(SET_BLACKLISTED, { fanclub: asker.fanclub.id, customer: customerId, blacklisted });
    if (blacklisted) await this.sessions.endAll(tx, asker, customerId, 'blacklisted');
  }

  /** Logs the customer out everywhere. */
  endSessions(tx: Statements, asker: ClubAsker, customerId: number): Promise<void> {
    return this.sessions.endAll(tx, asker, customerId, 'ended_by_staff');
  }

  /** Makes a plan the only one that the customer may renew; null: any. The plan must be the fan club's. */
  async lockPlan(tx: Statements, of: ControlledCustomer, planId: number | null): Promise<void> {
    await tx.run(LOCK_PLAN, { ...idsOf(of), plan: planId });
  }

  /** Turns auto renewal off. */
  async stopRenewal(tx: Statements, of: ControlledCustomer): Promise<void> {
    await setAutoRenewal(tx, idsOf(of), false);
  }

  /** Mails a new link to confirm the address; the former one expires. @throws NothingToConfirm */
  async resendConfirmation(tx: Statements, of: ControlledCustomer): Promise<void> {
    const { email, firstName, registered, confirmed } = await this.hold(tx, of);
    if (email === null || !registered || confirmed) throw new NothingToConfirm();
    const recipient = { id: of.customerId, email, firstName };
    await this.mails.queue(tx, { id: of.fanclubId }, 'confirm_address', recipient);
  }

  /** Mails a link to choose a new password, as the customer can ask for it. @throws NoPasswordToChoose */
  async mailPasswordReset(tx: Statements, of: ControlledCustomer): Promise<void> {
    const { email, firstName, registered, blacklisted } = await this.hold(tx, of);
    if (email === null || !registered || blacklisted) throw new NoPasswordToChoose();
    const recipient = { id: of.customerId, email, firstName };
    await this.mails.queue(tx, { id: of.fanclubId }, 'reset_password', recipient);
  }
}

const idsOf = ({ fanclubId, customerId }: ControlledCustomer) => ({
  fanclub: fanclubId,
  customer: customerId,
});
