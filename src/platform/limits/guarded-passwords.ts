import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Passwords } from '#libs/password';
import type { ClubAsker } from '#platform/audit';
import { countedAddress } from './address.rules';
import { Limits, type Outcome, type PendingEvent } from './limits.service';
import { SlowestHash } from './slowest-hash';

/** The account whose password somebody claims to know. */
export interface ClaimedAccount {
  /** Its e-mail address, whether there is such an account or not. */
  email: string;
  /** False: even the right password counts as a wrong one, because it does not log this customer in. Default: true. */
  mayLogIn?: boolean;
}

const RIGHT: Outcome = { resets: ['loginRow'] };
const WRONG: Outcome = { counts: ['loginRow', 'loginEmail', 'loginNetwork'] };
const NOT_JUDGED: Outcome = {};

/** Verifies passwords of accounts, no more often than somebody may be wrong (decisions 3.11). */
@Injectable()
export class GuardedPasswords {
  constructor(
    private readonly limits: Limits,
    private readonly passwords: Passwords,
    private readonly slowest: SlowestHash,
  ) {}

  /**
   * As `Passwords.verify`. The try takes room in its limits when its turn to be hashed has come, and counts only if it was
   * judged. While others of the same limits are under way, and could fill them, it waits for them. A wrong password is
   * answered no sooner than one of the slowest hash format in use by the fan club's customers.
   * @throws TooManyRequests, without looking at the password; Overloaded
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
    let outcome = NOT_JUDGED;
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
