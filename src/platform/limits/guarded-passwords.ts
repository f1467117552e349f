import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Passwords } from '#libs/password';
import type { ClubAsker } from '#platform/audit';
import { countedAddress } from './limits.rules';
import { LimitsService, type Outcome, type PendingEvent } from './limits.service';
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
  private readonly log = new Logger('Limits');

  constructor(
    private readonly limits: LimitsService,
    private readonly passwords: Passwords,
    private readonly slowest: SlowestHash,
  ) {}

  /**
   * As `Passwords.verify`. The attempt counts as pending from the start of the hashing until the result is known. The call waits
   * while a limit is full only because of pending attempts. A wrong password takes as long as the slowest hash format in use.
   * @throws TooManyRequests, without verifying the password; Overloaded
   */
  verify(asker: ClubAsker, account: ClaimedAccount, password: string, hash: string | null): Promise<boolean> {
    return this.verifyThen(asker, account, password, hash, () => Promise.resolve(true));
  }

  /**
   * As {@link verify}. If the password is right, runs `next` while the limits record the outcome, and returns its result.
   * @returns false if the password is wrong
   * @throws what `next` throws
   */
  verifyThen<T>(
    asker: ClubAsker,
    account: ClaimedAccount,
    password: string,
    hash: string | null,
    next: () => Promise<T>,
  ): Promise<T | false> {
    return this.limits.afterPending(() => this.attempt(asker, account, password, hash, next));
  }

  private async attempt<T>(
    asker: ClubAsker,
    { email, mayLogIn = true }: ClaimedAccount,
    password: string,
    hash: string | null,
    next: () => Promise<T>,
  ): Promise<T | false> {
    const { network } = asker.source;
    const address = countedAddress(email);
    const subjects = { loginRow: `${address} ${network}`, loginEmail: address, loginNetwork: network };
    let pending: PendingEvent | undefined;
    let began = 0;
    const admit = async (): Promise<void> => {
      pending = await this.limits.beginNow(asker, subjects);
      began = performance.now();
    };
    const settle = async (outcome: Outcome): Promise<void> => {
      if (pending) await this.limits.settle(pending, outcome);
    };
    let isRight: boolean;
    try {
      isRight = await this.passwords.verify(password, hash, network, admit);
    } catch (error) {
      await settle(NOT_VERIFIED);
      throw error;
    }
    const settled = settle(isRight && mayLogIn ? RIGHT : WRONG);
    if (isRight) return this.afterBoth(asker, settled, next());
    await settled;
    const least = await this.slowest.timeOf(asker.fanclub);
    // Rounded up: timers drop fractions of a millisecond.
    await sleep(Math.max(0, Math.ceil(began + least - performance.now())));
    return false;
  }

  /** What followed, when the attempt is settled too. If only settling fails, the attempt counts until its lease ends. */
  private async afterBoth<T>({ source }: ClubAsker, settled: Promise<void>, next: Promise<T>): Promise<T> {
    const [outcome] = await Promise.allSettled([settled, next]);
    if (outcome.status === 'rejected')
      this.log.error(`attempt not settled in request ${source.requestId}: ${String(outcome.reason)}`);
    return next;
  }
}
