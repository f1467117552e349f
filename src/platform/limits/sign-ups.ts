import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/envelope';
import type { ClubAsker } from '#platform/audit';
import { Overloaded } from '#platform/http';
import { mailboxOf } from './limits.rules';
import { type LimitName, LimitsService } from './limits.service';

const ACCEPTED: readonly LimitName[] = ['signUpNetwork', 'signUpMailbox'];
const REFUSED: readonly LimitName[] = ['lookupNetwork'];

/** Limits accepted sign-ups, mails to one mailbox, and refusals, which reveal addresses (contract 3.11). */
@Injectable()
export class SignUps {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Runs a sign-up unless one of its limits is reached. It counts as accepted if `signUp` returns, and as refused if it throws.
   *
   * @param email the address that a mail would go to
   * @param signUp must call `mailed` if the address gets a mail although the sign-up is refused
   * @throws TooManyRequests without running `signUp`; what `signUp` throws
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
      // A fault or an overload reveals nothing about the address.
      if (!(error instanceof DomainError) || error instanceof Overloaded) counts = [];
      throw error;
    } finally {
      await this.limits.settle(pending, { counts });
    }
  }
}
