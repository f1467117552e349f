import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
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

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds for which a token of each purpose can be used. */
export const TOKEN_LIFETIMES: Readonly<Record<TokenPurpose, number>> = {
  confirm_address: 7 * DAY,
  confirm_new_address: 2 * DAY,
  reset_password: HOUR,
  recover_account: 7 * DAY,
  confirm_contact: 30 * DAY,
};

/** Who is given a token, for what, and to which address it travels: a customer's or a contact's. */
export type TokenToIssue = { fanclubId: number; purpose: TokenPurpose; email: string } & (
  { customerId: number; contactId?: undefined } | { contactId: number; customerId?: undefined }
);

/** Whose token it was, and the address it was mailed to. One of the ids is null. */
export type TokenOwner = RowOf<typeof FIND_TOKEN>;

/**
 * Tokens that travel in the links of mails: 256 random bits, stored as SHA-256, good for one use until they expire or a newer
 * one of the same purpose and owner replaces them.
 */
@Injectable()
export class OneTimeTokens {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** A new token, replacing the older one. It is told here and never again. */
  async issue(tx: Statements, { fanclubId, purpose, email, ...owner }: TokenToIssue): Promise<string> {
    const token = newToken();
    const expiry = new Date(this.clock.now().getTime() + TOKEN_LIFETIMES[purpose] * 1000);
    await tx.run(owner.customerId === undefined ? ISSUE_TO_CONTACT : ISSUE_TO_CUSTOMER, {
      fanclub: fanclubId,
      purpose,
      customer: owner.customerId ?? null,
      contact: owner.contactId ?? null,
      email,
      tokenHash: hashToken(token),
      expiresAt: expiry,
    });
    return token;
  }

  /** The owner of a token that could be used now; null otherwise. The token stays. */
  find(fanclubId: number, purpose: TokenPurpose, token: string): Promise<TokenOwner | null> {
    return this.owner(this.sql, FIND_TOKEN, fanclubId, purpose, token);
  }

  /** Uses a token up and returns its owner; null if it is unknown, expired, used, replaced, or another fan club's. */
  use(tx: Statements, fanclubId: number, purpose: TokenPurpose, token: string): Promise<TokenOwner | null> {
    return this.owner(tx, USE_TOKEN, fanclubId, purpose, token);
  }

  /** Makes a customer's tokens of a purpose, or of several, worthless. */
  async revoke(
    tx: Statements,
    fanclubId: number,
    purposes: TokenPurpose | readonly TokenPurpose[],
    customerId: number,
  ): Promise<void> {
    await tx.run(REVOKE_TOKEN, { fanclub: fanclubId, customer: customerId, purposes: [purposes].flat() });
  }

  /**
   * Revokes a customer's `recover_account` tokens that are younger than this one: who holds a former address outranks who holds
   * a later one. To be called before the token is used up.
   */
  async revokeYounger(tx: Statements, fanclubId: number, customerId: number, token: string): Promise<void> {
    await tx.run(REVOKE_YOUNGER, { fanclub: fanclubId, customer: customerId, tokenHash: hashToken(token) });
  }

  private owner(
    statements: Statements,
    statement: typeof FIND_TOKEN,
    fanclubId: number,
    purpose: TokenPurpose,
    token: string,
  ): Promise<TokenOwner | null> {
    return statements.first(statement, {
      fanclub: fanclubId,
      purpose,
      tokenHash: hashToken(token),
      now: this.clock.now(),
    });
  }
}
