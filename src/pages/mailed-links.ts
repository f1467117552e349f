import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { LinkExpired, OneTimeTokens, type TokenOwner, type TokenPurpose } from '#platform/tokens';

/** Longest value that is looked up; tokens have 43 characters. */
const LONGEST = 128;

/** Reads the tokens of mailed links, `?token=…`. */
@Injectable()
export class MailedLinks {
  constructor(private readonly tokens: OneTimeTokens) {}

  /** The token of a query. @throws LinkExpired if it cannot be a token */
  token(given: unknown): string {
    if (typeof given !== 'string' || given === '' || given.length > LONGEST) throw new LinkExpired();
    return given;
  }

  /** The owner of a link that can be used now. Changes nothing. @throws LinkExpired */
  async owner({ id }: FanclubInfo, purpose: TokenPurpose, given: unknown): Promise<TokenOwner> {
    return this.tokens.find(id, purpose, this.token(given));
  }
}
