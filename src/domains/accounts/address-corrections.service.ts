import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { faultsOf } from '#libs/validation';
import { type ClubAsker, SecurityEvents } from '#platform/audit';
import { onConflict, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedPage, type HostedPage } from '#platform/tenants';
import { OneTimeTokens } from '#platform/tokens';
import type { HeldAccount } from './account-controls.service';
import { REPLACE_ADDRESS, SET_NEW_ADDRESS } from './account-controls.queries';
import { AccountMails, type Recipient } from './account-mails';
import { addTaken } from './account.rules';
import { EmailTaken } from './accounts.errors';
import { FIND_ACCOUNT } from './accounts.queries';
import { KEEP_FORMER_ADDRESS } from './confirmations.queries';
import { UNIQUE_EMAIL } from './customer.entity';
import { RequestResetBody } from './dto/account.bodies';

const PRESENT = 'is the present address';

/** The tokens that were mailed to an address which is not the customer's any more. */
const MAILED = ['confirm_address', 'confirm_new_address', 'reset_password'] as const;

/** The customer has no account with an address, or is blacklisted. */
export class NoAddressToCorrect extends DomainError {
  readonly messages = ['This member has no account with an address, or is blacklisted.'];
}

/** A customer who was locked, and the address that the customer is to have. */
export interface AddressCorrection {
  readonly customerId: number;
  readonly held: HeldAccount;
  /** As staff typed it. */
  readonly email: string;
}

/** What staff do with the address of a member. `tx` is the transaction that also records it. */
@Injectable()
export class AddressCorrectionsService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly outbox: Mails,
    private readonly events: SecurityEvents,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the member to confirm another address, by a mail to it, as if the member had entered it. A confirmed present address gets the
   * notice with which its owner can undo it. @throws NoAddressToCorrect, InvalidFields with `errors`
   */
  async propose(tx: Statements, asker: ClubAsker, correction: AddressCorrection): Promise<void> {
    const { fanclub } = asker;
    const { present, recipient, key } = await this.checked(tx, asker, correction);
    await tx.run(SET_NEW_ADDRESS, { ...key, email: recipient.email });
    const target = `customer:${recipient.id}` as const;
    await this.events.record(tx, asker, { action: 'email_change.requested', target });
    await this.mails.queue(tx, fanclub, 'confirm_new_address', recipient);
    if (correction.held.confirmed)
      await this.mails.queueNotice(tx, fanclub, 'address_change_notice', { ...recipient, email: present });
  }

  /**
   * Gives the member another address at once, with a mail to both. A confirmed account stays confirmed: staff vouch for the address.
   * The owner of the former address can take the account back if it was confirmed; another person may have any other one.
   * @throws NoAddressToCorrect, InvalidFields with `errors`, EmailTaken
   */
  async replace(tx: Statements, asker: ClubAsker, correction: AddressCorrection): Promise<void> {
    const { fanclub } = asker;
    const { present, recipient, key } = await this.checked(tx, asker, correction);
    const { confirmed } = correction.held;
    await tx
      .run(REPLACE_ADDRESS, { ...key, email: recipient.email })
      .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()));
    await this.tokens.revoke(tx, fanclub.id, MAILED, recipient.id);
    const target = `customer:${recipient.id}` as const;
    await this.events.record(tx, asker, { action: 'email_change.by_staff', target });
    const former = { ...recipient, email: present };
    if (!confirmed) {
      await this.mails.queue(tx, fanclub, 'confirm_address', recipient);
      return this.tell(tx, fanclub.id, 'address_removed', former, 'privacy');
    }
    await tx.run(KEEP_FORMER_ADDRESS, { ...key, former: present, current: recipient.email });
    await this.tell(tx, fanclub.id, 'address_set', recipient, 'password-reset');
    await this.mails.queueNotice(tx, fanclub, 'address_replaced', former);
  }

  /** The rules of `POST /account` for an address. */
  private async checked(
    tx: Statements,
    { fanclub }: ClubAsker,
    { customerId, held, email: typed }: AddressCorrection,
  ) {
    const { email: present, registered, blacklisted, firstName } = held;
    if (present === null || !registered || blacklisted) throw new NoAddressToCorrect();
    const email = typed.trim();
    const errors = faultsOf(Object.assign(new RequestResetBody(), { email }));
    const key = { fanclub: fanclub.id, customer: customerId };
    if (!errors.has('email')) {
      const names = { email, username: null, now: this.clock.now() };
      const account = await tx.first(FIND_ACCOUNT, { ...key, ...names });
      addTaken(errors, account);
      if (account?.sameEmail) errors.add('email', PRESENT);
    }
    errors.throwIfAny({ withErrors: true });
    const recipient: Recipient = { id: customerId, email, firstName };
    return { present, recipient, key };
  }

  /** A mail with a link to a page that is the same for everybody. */
  private tell(
    tx: Statements,
    fanclub: number,
    kind: 'address_removed' | 'address_set',
    { email: to, firstName }: Recipient,
    page: HostedPage,
  ): Promise<void> {
    const link = hostedPage(this.hosts.addressOf(fanclub), page);
    return this.outbox.queue(tx, { id: fanclub }, { kind, to, firstName, link });
  }
}
