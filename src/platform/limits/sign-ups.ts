import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/envelope';
import type { ClubAsker } from '#platform/audit';
import { Overloaded } from '#platform/http';
import { mailboxOf } from './address.rules';
import { type LimitName, Limits } from './limits.service';

const ACCEPTED: readonly LimitName[] = ['signUpNetwork', 'signUpMailbox'];
const REFUSED: readonly LimitName[] = ['lookupNetwork'];

/** Limits sign-ups that are accepted, mails to one mailbox, and refusals, which tell about addresses (decisions 3.11). */
@Injectable()
export class SignUps {
  constructor(private readonly limits: Limits) {}

  /**
   * Runs a sign-up if all its limits have room. It is accepted if `signUp` returns; if that throws, it was refused.
   *
   * @param email the address that would be mailed to
   * @param signUp must call `mailed` if the address gets a mail although the sign-up is refused
   * @throws TooManyRequests before anything was looked up; what `signUp` throws
   */
  async limit<T>(asker: ClubAsker, email: string, signUp: (mailed: () => void) => Promise<T>): Promise<T> {
    const { network } = asker.source;
    const pending = await this.limits.begin(asker, {
      signUpMailbox: mailboxOf(email),
      signUpNetwork: network,
      lookupNetwork: network,
    });
    let counts = REFUSED;
    try {
      const accepted = await signUp(() => (counts = [...REFUSED, 'signUpMailbox']));
      counts = ACCEPTED;
      return accepted;
    } catch (error) {
      // A fault or an overload tells nothing about the address.
      if (!(error instanceof DomainError) || error instanceof Overloaded) counts = [];
      throw error;
    } finally {
      await this.limits.settle(pending, { counts });
    }
  }
}
