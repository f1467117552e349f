import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '../access';
import { Config } from '../config';
import type { Statements } from '../database/sql';
import { hostedLink, hostedPage, type MailedPage } from '../fanclub';
import { Mails } from '../mail';
import { OneTimeTokens, type TokenPurpose } from '../tokens';

type Club = Pick<FanclubInfo, 'id'>;

/** Whom a mail is for: the customer, and the address it goes to, which the token in its link stands for. */
export interface Recipient {
  /** The customer's id. */
  id: number;
  email: string;
  firstName: string | null;
}

/**
 * The mails about accounts. Each is queued in the transaction of what causes it; one with a new token in its link makes the
 * link of an older mail of its kind worthless.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly mails: Mails,
    private readonly tokens: OneTimeTokens,
    private readonly config: Config,
  ) {}

  /** Asks for the confirmation of the customer's address. */
  confirmAddress(tx: Statements, fanclub: Club, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, 'confirm_address', 'confirm', to);
  }

  /** Asks, at the new address, for its confirmation. */
  confirmNewAddress(tx: Statements, fanclub: Club, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, 'confirm_new_address', 'confirm-email', to);
  }

  /** Lets the customer choose a new password. */
  resetPassword(tx: Statements, fanclub: Club, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, 'reset_password', 'reset-password', to);
  }

  /** Tells the present address that another is to take its place; who did not want that finds behind the link what to do. */
  async addressChangeNotice(
    tx: Statements,
    fanclub: Club,
    { email, firstName }: Omit<Recipient, 'id'>,
  ): Promise<void> {
    const link = hostedPage(this.config.publicUrl, fanclub.id, 'password-reset');
    await this.mails.queue(tx, fanclub, { kind: 'address_change_notice', to: email, firstName, link });
  }

  private async withToken(
    tx: Statements,
    fanclub: Club,
    purpose: Exclude<TokenPurpose, 'confirm_contact'>,
    page: MailedPage,
    { id, email, firstName }: Recipient,
  ): Promise<void> {
    const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose, customerId: id, email });
    const link = hostedLink(this.config.publicUrl, fanclub.id, page, token);
    await this.mails.queue(tx, fanclub, { kind: purpose, to: email, firstName, link });
  }
}
