import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import { hostedLink, type MailedPage } from '#platform/tenants';
import {
  type MailKind,
  Mails,
  type ParcelMailKind,
  type PaymentMailKind,
  type StaffMailKind,
} from '#platform/mail';
import { OneTimeTokens, type TokenPurpose } from '#platform/tokens';

type AccountMail = Exclude<MailKind, 'confirm_contact' | ParcelMailKind | PaymentMailKind | StaffMailKind>;

/** The customer who gets a mail. */
export interface Recipient {
  id: number;
  /** The address that the mail goes to, and that the token in its link is valid for. */
  email: string;
  firstName: string | null;
}

/** The page behind the link of each mail, and the purpose of the token in it. */
const LINKS: Readonly<Record<AccountMail, { page: MailedPage; purpose: TokenPurpose }>> = {
  confirm_address: { page: 'confirm', purpose: 'confirm_address' },
  confirm_new_address: { page: 'confirm-email', purpose: 'confirm_new_address' },
  reset_password: { page: 'reset-password', purpose: 'reset_password' },
  address_change_notice: { page: 'recover-account', purpose: 'recover_account' },
  connection_notice: { page: 'recover-account', purpose: 'recover_account' },
};

/** Queues the mails about accounts. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly mails: Mails,
    private readonly tokens: OneTimeTokens,
    private readonly config: Config,
  ) {}

  /**
   * Queues a mail in the transaction of the change that causes it. The new token replaces that of an older mail.
   * @param returnTo where the page behind the link leads in the end; null: to the fan club's site
   */
  async queue(
    tx: Statements,
    fanclub: { id: number },
    kind: AccountMail,
    { id, email, firstName }: Recipient,
    returnTo: string | null = null,
  ): Promise<void> {
    const { page, purpose } = LINKS[kind];
    const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose, ownerId: id, email });
    const link = hostedLink(this.config.publicUrl, fanclub.id, page, token);
    const redirect = returnTo === null ? '' : `&redirect=${encodeURIComponent(returnTo)}`;
    await this.mails.queue(tx, fanclub, { kind, to: email, firstName, link: link + redirect });
  }
}
