import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Passwords } from '#libs/password';
import type { ClubAsker } from '#platform/audit';
import { countedAddress } from './address.rules';
import { Limits, type Outcome, type PendingEvent } from './limits.service';
import { SlowestHash } from './slowest-hash';

/** The account whose password is to be verified. */
export interface ClaimedAccount {
  /** Its e-mail address, even if there is no such account. */
  email: string;
  /** Default: true. If false, even the right password counts as a failure, because it does not log this customer in. */
  mayLogIn?: boolean;
}

const RIGHT: Outcome = { resets: ['loginRow'] };
const WRONG: Outcome = { counts: ['loginRow', 'loginEmail', 'loginNetwork'] };
const NOT_VERIFIED: Outcome = {};

/** Verifies passwords of accounts, within the limits for wrong passwords (contract 3.11). */
@Injectable()
export class GuardedPasswords {
  constructor(
    private readonly limits: Limits,
    private readonly passwords: Passwords,
    private readonly slowest: SlowestHash,
  ) {}

  /**
   * As `Passwords.verify`. The attempt counts as pending from the start of the hashing until the result is known. The call waits
   * while a limit is full only because of pending attempts. A wrong password takes as long as the slowest hash format in use.
   * @throws TooManyRequests, without verifying the password; Overloaded
   */
  verify(asker: ClubAsker, account: ClaimedAccount, password: string, hash: string | null): Promise<boolean> {
    return this.limits.afterPending(() => this.attempt(asker, account, password, hash));
  }

  private async attempt(
    asker: ClubAsker,
    { email, mayLogIn = true }: ClaimedAccount,
    password: string,
    hash: string | null,
  ): Promise<boolean> {
    const { network } = asker.source;
    const address = countedAddress(email);
    const subjects = { loginRow: `${address} ${network}`, loginEmail: address, loginNetwork: network };
    let pending: PendingEvent | undefined;
    let outcome = NOT_VERIFIED;
    let began = 0;
    const admit = async (): Promise<void> => {
      pending = await this.limits.beginNow(asker, subjects);
      began = performance.now();
    };
    try {
      const isRight = await this.passwords.verify(password, hash, network, admit);
      outcome = isRight && mayLogIn ? RIGHT : WRONG;
      if (isRight) return true;
    } finally {
      if (pending) await this.limits.settle(pending, outcome);
    }
    const least = await this.slowest.timeOf(asker.fanclub);
    // Rounded up: timers drop fractions of a millisecond.
    await sleep(Math.max(0, Math.ceil(began + least - performance.now())));
    return false;
  }
}
