import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { LinkExpired, OneTimeTokens, type TokenOwner, type TokenPurpose } from '#platform/tokens';

/** Longer values are not looked up; tokens have 43 characters. */
const MAX_LENGTH = 128;

/** Checks the tokens of mailed links: `?token=…`. */
@Injectable()
export class MailedLinks {
  constructor(private readonly tokens: OneTimeTokens) {}

  /** The token of a query. @throws LinkExpired for any other value */
  token(given: unknown): string {
    if (typeof given !== 'string' || given === '' || given.length > MAX_LENGTH) throw new LinkExpired();
    return given;
  }

  /** The recipient of a link that is still valid. Changes nothing. @throws LinkExpired */
  async owner({ id }: FanclubInfo, purpose: TokenPurpose, given: unknown): Promise<TokenOwner> {
    const owner = await this.tokens.find(id, purpose, this.token(given));
    if (!owner) throw new LinkExpired();
    return owner;
  }
}
