import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import { hostedLink, type MailedPage } from '#platform/tenants';
import { type MailKind, Mails } from '#platform/mail';
import { OneTimeTokens, type TokenPurpose } from '#platform/tokens';

/** Whom a mail is for: the customer, and the address it goes to, which the token in its link stands for. */
export interface Recipient {
  /** The customer's id. */
  id: number;
  email: string;
  firstName: string | null;
}

/** A mail, what its token is for, and the page behind its link. */
interface LinkedMail {
  kind: MailKind;
  purpose: Exclude<TokenPurpose, 'confirm_contact'>;
  page: MailedPage;
}

const CONFIRM_ADDRESS: LinkedMail = { kind: 'confirm_address', purpose: 'confirm_address', page: 'confirm' };
const CONFIRM_NEW_ADDRESS: LinkedMail = {
  kind: 'confirm_new_address',
  purpose: 'confirm_new_address',
  page: 'confirm-email',
};
const RESET_PASSWORD: LinkedMail = {
  kind: 'reset_password',
  purpose: 'reset_password',
  page: 'reset-password',
};
const ADDRESS_CHANGE_NOTICE: LinkedMail = {
  kind: 'address_change_notice',
  purpose: 'recover_account',
  page: 'recover-account',
};
const CONNECTION_NOTICE: LinkedMail = { ...ADDRESS_CHANGE_NOTICE, kind: 'connection_notice' };

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

  /**
   * Asks for the confirmation of the customer's address.
   *
   * @param returnTo where the page behind the link leads in the end; null: to the fan club's site
   */
  confirmAddress(
    tx: Statements,
    fanclub: { id: number },
    to: Recipient,
    returnTo: string | null = null,
  ): Promise<void> {
    return this.withToken(tx, fanclub, CONFIRM_ADDRESS, to, returnTo);
  }

  /** Asks, at the new address, for its confirmation. */
  confirmNewAddress(tx: Statements, fanclub: { id: number }, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, CONFIRM_NEW_ADDRESS, to);
  }

  /** Lets the customer choose a new password. */
  resetPassword(tx: Statements, fanclub: { id: number }, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, RESET_PASSWORD, to);
  }

  /** Tells the present address that another one is to replace it. The link takes the account back. */
  addressChangeNotice(tx: Statements, fanclub: { id: number }, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, ADDRESS_CHANGE_NOTICE, to);
  }

  /** Tells that a social account was connected. The link takes the account back. */
  connectionNotice(tx: Statements, fanclub: { id: number }, to: Recipient): Promise<void> {
    return this.withToken(tx, fanclub, CONNECTION_NOTICE, to);
  }

  private async withToken(
    tx: Statements,
    fanclub: { id: number },
    { kind, purpose, page }: LinkedMail,
    { id, email, firstName }: Recipient,
    returnTo: string | null = null,
  ): Promise<void> {
    const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose, ownerId: id, email });
    const link = hostedLink(this.config.publicUrl, fanclub.id, page, token);
    const back = returnTo === null ? '' : `&redirect=${encodeURIComponent(returnTo)}`;
    await this.mails.queue(tx, fanclub, { kind, to: email, firstName, link: link + back });
  }
}
