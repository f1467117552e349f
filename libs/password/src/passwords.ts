import { availableParallelism } from 'node:os';
import * as argon2 from 'argon2';
import * as bcrypt from 'bcrypt';
import { FairQueue } from './fair-queue';
import { HashTimes } from './hash-times';
import {
  COST,
  formatOf,
  hashOfNobody,
  isArgon2,
  isBcrypt,
  NOBODYS_HASH,
  TODAYS_FORMAT,
} from './password-hash';

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
  /** What a call that is refused throws; by default `PasswordsBusy`. */
  busy?: () => Error;
}

/** The client of the measurements that {@link Passwords.slowest} makes. */
const MEASURING = 'measuring';

/**
 * Hashes and verifies passwords with argon2id. Hashing is slow on purpose, so calls wait in a `FairQueue`. Every call names
 * the client it is made for; turns go round the clients.
 */
export class Passwords {
  private readonly queue: FairQueue;
  private readonly times = new HashTimes();
  private readonly measuring = new Map<string, Promise<unknown>>();
  private verified = 0;

  constructor(options: PasswordsOptions = {}) {
    const { concurrency = availableParallelism(), queue = 64, patience = 2000, busy } = options;
    this.queue = new FairQueue({ concurrency, capacity: queue, patience, ...(busy && { busy }) });
  }

  /** How many hashes were computed to verify passwords so far, nobody's included. For tests and metrics. */
  get verifications(): number {
    return this.verified;
  }

  /** The hash to store. Throws {@link PasswordTooLong}, or what `busy` makes. */
  async hash(plain: string, client: string): Promise<string> {
    if (isTooLong(plain)) throw new PasswordTooLong();
    return this.queue.run(client, () => argon2.hash(plain, COST));
  }

  /**
   * Whether the password belongs to the hash. Without a hash (null), with one that is not understood, or with a
   * password that is too long, the answer is false and takes as long as any other.
   *
   * @param admit runs when the turn has come; what it throws is thrown instead of computing anything
   * @throws what `busy` makes
   */
  async verify(
    plain: string,
    hash: string | null,
    client: string,
    admit: () => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    return this.queue.run(client, async () => {
      await admit();
      return this.compute(plain, hash);
    });
  }

  /**
   * Milliseconds that the slowest of some formats (see `formatOf`) takes to verify here, by its latest verifications. A format
   * that was not verified yet is measured first. Formats that cannot be verified count as today's.
   * @throws what `busy` makes
   */
  async slowest(formats: readonly string[]): Promise<number> {
    const times = await Promise.all(formats.map((format) => this.timeOf(format)));
    return Math.max(0, ...times);
  }

  /** Whether a password just verified should be hashed anew: another algorithm or another cost. */
  needsRehash(hash: string): boolean {
    return !hash.startsWith('$argon2id$') || !isArgon2(hash) || argon2.needsRehash(hash, COST);
  }

  private async compute(plain: string, hash: string | null): Promise<boolean> {
    if (isTooLong(plain)) return this.verifyNobody('');
    if (hash === null) return this.verifyNobody(plain);
    if (isArgon2(hash)) return this.verifyArgon2(plain, hash);
    if (isBcrypt(hash)) return this.verifyBcrypt(plain, hash);
    return this.verifyNobody(plain);
  }

  private async timeOf(format: string): Promise<number> {
    const hash = hashOfNobody(format);
    if (hash === null) return this.timeOf(TODAYS_FORMAT);
    if (this.times.slowest(format) === null) await this.measure(format, hash);
    return this.times.slowest(format) ?? 0;
  }

  /** Verifies once against the hash of nobody, however many ask at the same time. */
  private measure(format: string, hash: string): Promise<unknown> {
    const measuring =
      this.measuring.get(format) ??
      this.queue.run(MEASURING, () => this.compute('', hash)).finally(() => this.measuring.delete(format));
    this.measuring.set(format, measuring);
    return measuring;
  }

  private verifyArgon2(plain: string, hash: string): Promise<boolean> {
    return this.timed(hash, () => argon2.verify(hash, plain));
  }

  private verifyBcrypt(plain: string, hash: string): Promise<boolean> {
    // One algorithm, whoever marked the hash: the library knows the others' marks not at all, or with the fault of their time.
    return this.timed(hash, () => bcrypt.compare(plain, `$2b${hash.slice('$2b'.length)}`));
  }

  private async timed(hash: string, verify: () => Promise<boolean>): Promise<boolean> {
    this.verified += 1;
    const began = performance.now();
    const isRight = await verify();
    this.times.record(formatOf(hash) ?? TODAYS_FORMAT, performance.now() - began);
    return isRight;
  }

  private async verifyNobody(plain: string): Promise<false> {
    await this.verifyArgon2(plain, NOBODYS_HASH);
    return false;
  }
}

/** Counts code points, but only of texts short enough for the count to be cheap. */
function isTooLong(plain: string): boolean {
  return plain.length > 2 * LONGEST_PASSWORD || Array.from(plain).length > LONGEST_PASSWORD;
}
