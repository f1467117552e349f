import { Injectable } from '@nestjs/common';
import { SealBroken, Sealer } from '#libs/sealed';
import { hashToken } from '#libs/token';

/** What the bearer of a sealed token sees and changes, as often as it is valid. */
export type SealedLinkPurpose =
  | 'waiting-list'
  | 'renewal'
  | 'contest-win'
  | 'erase-account'
  // The bearer tokens of sessions, which are in no link.
  | 'access'
  | 'refresh';

/** Identifies an address: a token with it shows that it was mailed to the address, and does not contain it. */
export const digestOf = (email: string): string => hashToken(email).toString('base64url').slice(0, 12);

/**
 * Tokens that can be used more than once, most of them in the links of mails. They are sealed and not stored: each of several mails has its own. A
 * token is bound to a purpose, a fan club and some facts; who opens it checks whether the facts are still true.
 */
@Injectable()
export class SealedLinks {
  constructor(private readonly sealer: Sealer) {}

  /** @param facts without spaces */
  seal(purpose: SealedLinkPurpose, fanclubId: number, facts: readonly (string | number)[]): string {
    return this.sealer.seal([purpose, fanclubId, ...facts].join(' '));
  }

  /** The facts of a token. Null: it is not one of ours, or has another purpose or fan club. */
  open(purpose: SealedLinkPurpose, fanclubId: number, token: string): string[] | null {
    try {
      const [of, club, ...facts] = this.sealer.open(token).split(' ');
      return of === purpose && club === String(fanclubId) ? facts : null;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
