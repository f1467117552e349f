import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/database';
import { ClubHosts, hostedLink, type MailedPage } from '#platform/tenants';
import { Mails, type PlainMailKind } from '#platform/mail';
import { OneTimeTokens, type TokenPurpose } from '#platform/tokens';

/** The customer who gets a mail. */
export interface Recipient {
  id: number;
  /** The address that the mail goes to, and that the token in its link is valid for. */
  email: string;
  firstName: string | null;
}

/** The page behind the link of a mail, by the purpose of the token in it. */
const PAGES = {
  confirm_address: 'confirm',
  confirm_new_address: 'confirm-email',
  reset_password: 'reset-password',
  recover_account: 'recover-account',
} as const satisfies Partial<Record<TokenPurpose, MailedPage>>;

type Purpose = keyof typeof PAGES;

/** Queues the mails about accounts. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly mails: Mails,
    private readonly tokens: OneTimeTokens,
    private readonly hosts: ClubHosts,
  ) {}

  /**
   * Queues a mail in the transaction of the change that causes it. The new token replaces that of an older mail.
   * @param returnTo where the page behind the link leads in the end; null: to the fan club's site
   */
  queue(
    tx: Statements,
    fanclub: { id: number },
    kind: Exclude<Purpose, 'recover_account'>,
    recipient: Recipient,
    returnTo: string | null = null,
  ): Promise<void> {
    const redirect = returnTo === null ? '' : `&redirect=${encodeURIComponent(returnTo)}`;
    return this.queueWithToken(tx, fanclub, { kind, purpose: kind, redirect }, recipient);
  }

  /** Queues a notice of a change that somebody else may have made. Its link takes the account back. */
  queueNotice(
    tx: Statements,
    fanclub: { id: number },
    kind: PlainMailKind,
    recipient: Recipient,
  ): Promise<void> {
    return this.queueWithToken(tx, fanclub, { kind, purpose: 'recover_account', redirect: '' }, recipient);
  }

  private async queueWithToken(
    tx: Statements,
    fanclub: { id: number },
    { kind, purpose, redirect }: { kind: PlainMailKind; purpose: Purpose; redirect: string },
    { id, email, firstName }: Recipient,
  ): Promise<void> {
    const token = await this.tokens.issue(tx, { fanclubId: fanclub.id, purpose, ownerId: id, email });
    const link = hostedLink(this.hosts.addressOf(fanclub.id), PAGES[purpose], token);
    await this.mails.queue(tx, fanclub, { kind, to: email, firstName, link: link + redirect });
  }
}
