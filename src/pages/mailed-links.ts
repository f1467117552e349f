import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { LinkExpired, OneTimeTokens, type TokenOwner, type TokenPurpose } from '#platform/tokens';

/** Longest value that is looked up; tokens have 43 characters. */
const LONGEST = 128;

/** The links of mails, as they come back: `?token=…`. */
@Injectable()
export class MailedLinks {
  constructor(private readonly tokens: OneTimeTokens) {}

  /** The token of a query. @throws LinkExpired if it is none at all */
  token(given: unknown): string {
    if (typeof given !== 'string' || given === '' || given.length > LONGEST) throw new LinkExpired();
    return given;
  }

  /** To whom a link was mailed that could be used now. Changes nothing. @throws LinkExpired */
  async owner({ id }: FanclubInfo, purpose: TokenPurpose, given: unknown): Promise<TokenOwner> {
    const owner = await this.tokens.find(id, purpose, this.token(given));
    if (!owner) throw new LinkExpired();
    return owner;
  }
}
