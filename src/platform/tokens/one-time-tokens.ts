import { DomainError } from '#libs/envelope';
import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken, newToken } from '#libs/token';
import { type RowOf, Sql, type Statements } from '#platform/database';
import type { TokenPurpose } from './one-time-token.entity';
import {
  FIND_TOKEN,
  ISSUE_TO_CONTACT,
  ISSUE_TO_CUSTOMER,
  REVOKE_TOKEN,
  REVOKE_YOUNGER,
  USE_TOKEN,
} from './tokens.queries';

/** The link of a mail is unknown, expired, used or replaced by a newer one. The answer does not reveal which. */
export class LinkExpired extends DomainError {
  readonly messages = ['This link is no longer valid.'];
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds for which a token can be used, by purpose. */
export const TOKEN_LIFETIMES: Readonly<Record<TokenPurpose, number>> = {
  confirm_address: 7 * DAY,
  confirm_new_address: 2 * DAY,
  reset_password: HOUR,
  recover_account: 7 * DAY,
  confirm_contact: 30 * DAY,
};

/** A token to be mailed. */
interface TokenToIssue extends TokenOwner {
  readonly fanclubId: number;
  readonly purpose: TokenPurpose;
}

/** The id of the contact for `confirm_contact`, otherwise of the customer, and the address that the token is mailed to. */
export type TokenOwner = RowOf<typeof FIND_TOKEN>;

/**
 * Tokens in the links of mails: 256 random bits, stored as SHA-256. A token can be used once, unless it expires or a newer one of
 * the same purpose and owner replaces it.
 */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** Replaces the older token. Returns the new one, which is not stored in clear. */
  async issue(tx: Statements, { fanclubId, purpose, ownerId, email }: TokenToIssue): Promise<string> {
    const token = newToken();
    await tx.run(purpose === 'confirm_contact' ? ISSUE_TO_CONTACT : ISSUE_TO_CUSTOMER, {
      fanclub: fanclubId,
      purpose,
      owner: ownerId,
      email,
      tokenHash: hashToken(token),
      expiresAt: secondsAfter(this.clock.now(), TOKEN_LIFETIMES[purpose]),
    });
    return token;
  }

  /** The owner of a token that can be used now. Does not use it up. @throws LinkExpired */
  async find(fanclubId: number, purpose: TokenPurpose, token: string): Promise<TokenOwner> {
    const owner = await this.sql.first(FIND_TOKEN, this.usable(fanclubId, purpose, token));
    if (!owner) throw new LinkExpired();
    return owner;
  }

  /** Uses up a token. @throws LinkExpired if it is unknown, expired, used, replaced, or another fan club's */
  async use(tx: Statements, fanclubId: number, purpose: TokenPurpose, token: string): Promise<void> {
    const used = await tx.run(USE_TOKEN, this.usable(fanclubId, purpose, token));
    if (used === 0) throw new LinkExpired();
  }

  /** Revokes a customer's tokens of one purpose or several. */
  async revoke(
    tx: Statements,
    fanclubId: number,
    purposes: TokenPurpose | readonly TokenPurpose[],
    customerId: number,
  ): Promise<void> {
    await tx.run(REVOKE_TOKEN, { fanclub: fanclubId, customer: customerId, purposes: [purposes].flat() });
  }

  /**
   * Revokes a customer's `recover_account` tokens that are newer than this one. They were mailed to later addresses, which may
   * belong to a thief. Must be called before this token is used up.
   */
  async revokeYounger(tx: Statements, fanclubId: number, customerId: number, token: string): Promise<void> {
    await tx.run(REVOKE_YOUNGER, { fanclub: fanclubId, customer: customerId, tokenHash: hashToken(token) });
  }

  private usable(fanclub: number, purpose: TokenPurpose, token: string) {
    return { fanclub, purpose, tokenHash: hashToken(token), now: this.clock.now() };
  }
}
