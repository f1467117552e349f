import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as argon2 from 'argon2';
import * as bcrypt from 'bcrypt';
import { COST, isArgon2, isBcrypt, NOBODYS_HASH, PEPPERED } from './password-hash';
import { Turnstile } from './turnstile';

/** Longest password, in Unicode code points, that is ever hashed. Hashing an endless one would be a gift to an attacker. */
export const LONGEST_PASSWORD = 128;

/** The password has more than {@link LONGEST_PASSWORD} characters and was not hashed. */
export class PasswordTooLong extends Error {
  constructor() {
    super(`A password has at most ${LONGEST_PASSWORD} characters.`);
    this.name = 'PasswordTooLong';
  }
}

export interface PasswordsOptions {
  /** Hashes computed at the same time; by default one for each core. */
  concurrency?: number;
  /** Calls that may wait for their turn; by default 64. */
  queue?: number;
  /** Milliseconds that a call waits for its turn; by default 2000. */
  patience?: number;
  /** What a call that is refused throws; by default {@link PasswordsBusy}. */
  busy?: () => Error;
  /** Secret mixed into every password before hashing, so that a stolen database alone cannot be attacked. */
  pepper?: Buffer;
}

/**
 * Hashes and verifies passwords with argon2id. Hashing is slow on purpose, so calls are bounded: those beyond the
 * limits are refused with what `busy` makes instead of piling up.
 */
export class Passwords {
  private readonly turnstile: Turnstile;
  private readonly pepper: Buffer | undefined;
  private verified = 0;

  constructor(options: PasswordsOptions = {}) {
    const { concurrency = availableParallelism(), queue = 64, patience = 2000, pepper } = options;
    this.turnstile = new Turnstile(concurrency, queue, patience, options.busy);
    this.pepper = pepper;
  }

  /** How many hashes were computed to verify passwords so far, nobody's included. For tests and metrics. */
  get verifications(): number {
    return this.verified;
  }

  /** The hash to store. Throws {@link PasswordTooLong}, or what `busy` makes. */
  async hash(plain: string): Promise<string> {
    if (isTooLong(plain)) throw new PasswordTooLong();
    const hashed = await this.turnstile.pass(() => argon2.hash(this.season(plain), COST));
    return this.pepper === undefined ? hashed : PEPPERED + hashed;
  }

  /**
   * Whether the password belongs to the hash. Without a hash (null), with one that is not understood, or with a
   * password that is too long, the answer is false and takes as long as any other. Throws what `busy` makes.
   */
  async verify(plain: string, hash: string | null): Promise<boolean> {
    return this.turnstile.pass(async () => {
      if (isTooLong(plain)) return this.verifyNobody('');
      if (hash === null) return this.verifyNobody(plain);
      if (isArgon2(hash)) return this.verifyArgon2(plain, hash);
      if (isBcrypt(hash)) return this.verifyBcrypt(plain, hash);
      const bare = hash.slice(PEPPERED.length);
      if (this.pepper !== undefined && hash.startsWith(PEPPERED) && isArgon2(bare)) {
        return this.verifyArgon2(this.season(plain), bare);
      }
      return this.verifyNobody(plain);
    });
  }

  /** Whether a password just verified should be hashed anew: other algorithm, other cost, or not yet peppered. */
  needsRehash(hash: string): boolean {
    const peppered = hash.startsWith(PEPPERED);
    if (peppered !== (this.pepper !== undefined)) return true;
    const bare = peppered ? hash.slice(PEPPERED.length) : hash;
    return !bare.startsWith('$argon2id$') || !isArgon2(bare) || argon2.needsRehash(bare, COST);
  }

  private verifyArgon2(plain: string | Buffer, hash: string): Promise<boolean> {
    this.verified += 1;
    return argon2.verify(hash, plain);
  }

  private verifyBcrypt(plain: string, hash: string): Promise<boolean> {
    this.verified += 1;
    // One algorithm, whoever marked the hash: the library knows the others' marks not at all, or with the fault of their time.
    return bcrypt.compare(plain, `$2b${hash.slice('$2b'.length)}`);
  }

  private async verifyNobody(plain: string): Promise<false> {
    await this.verifyArgon2(this.season(plain), NOBODYS_HASH);
    return false;
  }

  private season(plain: string): string | Buffer {
    return this.pepper === undefined ? plain : createHmac('sha256', this.pepper).update(plain).digest();
  }
}

/** Counts code points, but only of texts short enough for the count to be cheap. */
function isTooLong(plain: string): boolean {
  return plain.length > 2 * LONGEST_PASSWORD || Array.from(plain).length > LONGEST_PASSWORD;
}
