import { Injectable } from '@nestjs/common';
import { Passwords } from '#libs/password';
import type { Asker } from '../audit';
import { countedAddress } from './address.rules';
import { Limits } from './limits.service';

/** Who claims to know a password. */
export interface Claimant extends Asker {
  fanclub: { id: number };
  /** The e-mail address of the account, whether there is one or not. */
  email: string;
  /** Where the claim comes from: see `ClientNetwork`. */
  client: string;
}

/** Verifies passwords of accounts, no more often than somebody may be wrong (decisions 3.11). */
@Injectable()
export class GuardedPasswords {
  constructor(
    private readonly limits: Limits,
    private readonly passwords: Passwords,
  ) {}

  /**
   * As `Passwords.verify`. Counts as a failed login from before the hash is computed until the password has proved right.
   * @throws TooManyRequests, without looking at the password; Overloaded
   */
  async verify(claimant: Claimant, password: string, hash: string | null): Promise<boolean> {
    const { fanclub, email, client } = claimant;
    const subjects = { loginEmail: countedAddress(email), loginAddress: client };
    const counted = await this.limits.count(fanclub, subjects, claimant);
    let failed = false;
    try {
      failed = !(await this.passwords.verify(password, hash));
      return !failed;
    } finally {
      if (!failed) await this.limits.giveBack(counted);
    }
  }
}
