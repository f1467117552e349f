import { availableParallelism } from 'node:os';
import * as argon2 from 'argon2';
import * as bcrypt from 'bcrypt';
import { FairQueue } from './fair-queue';
import { COST, formatOf, dummyHash, isArgon2, isBcrypt, DUMMY_HASH, CURRENT_FORMAT } from './password-hash';

/** Latest verifications that are kept for each format. */
const KEPT = 16;

/** Records how long the latest verifications of each hash format took. */
export class HashTimes {
  private readonly latest = new Map<string, number[]>();

  /** @param milliseconds of computing, without the time in the queue */
  record(format: string, milliseconds: number): void {
    const times = this.latest.get(format) ?? [];
    times.push(milliseconds);
    if (times.length > KEPT) times.shift();
    this.latest.set(format, times);
  }

  /** Milliseconds of the slowest among a format's latest verifications; null if there was none yet. */
  slowest(format: string): number | null {
    const times = this.latest.get(format);
    return times ? Math.max(...times) : null;
  }
}

/** Maximum length of a password in Unicode code points. Hashing unlimited input would help an attacker. */
export const MAX_PASSWORD_LENGTH = 128;

/** The password has more than {@link MAX_PASSWORD_LENGTH} characters and was not hashed. */
export class PasswordTooLong extends Error {
  constructor() {
    super(`A password has at most ${MAX_PASSWORD_LENGTH} characters.`);
    this.name = 'PasswordTooLong';
  }
}

export interface PasswordsOptions {
  /** Hashes computed at the same time; by default one for each core. */
  concurrency?: number;
  /** Calls that may wait; by default 64. */
  queue?: number;
  /** Milliseconds that a call waits at most; by default 2000. */
  timeout?: number;
  /** Creates the error of a refused call; by default `PasswordsBusy`. */
  busy?: () => Error;
}

/** The client under whose name {@link Passwords.slowest} measures. */
const MEASURING = 'measuring';

/**
 * Hashes and verifies passwords with argon2id. Hashing is slow on purpose, so calls wait in a `FairQueue`. Every call names its
 * client, and the queue serves the clients in rotation.
 */
export class Passwords {
  private readonly queue: FairQueue;
  private readonly times = new HashTimes();
  private readonly measuring = new Map<string, Promise<unknown>>();
  private verified = 0;

  constructor(options: PasswordsOptions = {}) {
    const { concurrency = availableParallelism(), queue = 64, timeout = 2000, busy } = options;
    this.queue = new FairQueue({ concurrency, capacity: queue, timeout, ...(busy && { busy }) });
  }

  /** Verifications computed so far, those of dummy hashes included. For tests and metrics. */
  get verifications(): number {
    return this.verified;
  }

  /** Calls that wait to be computed. */
  get waiting(): number {
    return this.queue.waiting;
  }

  /**
   * The hash to store.
   * @throws PasswordTooLong, or the error of `busy`
   */
  async hash(plain: string, client: string): Promise<string> {
    if (isTooLong(plain)) throw new PasswordTooLong();
    return this.queue.run(client, () => argon2.hash(plain, COST));
  }

  /**
   * Whether the password matches the hash. Returns false without a hash (null), for a hash of an unknown format, and for a
   * password that is too long; this takes as long as any other verification.
   *
   * @param admit runs when the call leaves the queue; if it throws, nothing is computed and the error is passed on
   * @throws the error of `busy`
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
   * Milliseconds that the slowest of these formats (see `formatOf`) takes to verify, by its latest verifications. A format that
   * was not verified yet is measured first. Formats that cannot be verified count as the current one.
   * @throws the error of `busy`
   */
  async slowest(formats: readonly string[]): Promise<number> {
    const times = await Promise.all(formats.map((format) => this.timeOf(format)));
    return Math.max(0, ...times);
  }

  /** Whether the hash has another algorithm or cost than new hashes; if so, hash the password again after verifying it. */
  needsRehash(hash: string): boolean {
    return !hash.startsWith('$argon2id$') || !isArgon2(hash) || argon2.needsRehash(hash, COST);
  }

  private async compute(plain: string, hash: string | null): Promise<boolean> {
    if (isTooLong(plain)) return this.verifyDummy('');
    if (hash === null) return this.verifyDummy(plain);
    if (isArgon2(hash)) return this.verifyArgon2(plain, hash);
    if (isBcrypt(hash)) return this.verifyBcrypt(plain, hash);
    return this.verifyDummy(plain);
  }

  private async timeOf(format: string): Promise<number> {
    const hash = dummyHash(format);
    if (hash === null) return this.timeOf(CURRENT_FORMAT);
    if (this.times.slowest(format) === null) await this.measure(format, hash);
    return this.times.slowest(format) ?? 0;
  }

  /** Verifies once against a dummy hash; simultaneous calls share the measurement. */
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
    // All prefixes mean the same algorithm, but the library rejects some, or reproduces an old bug for them.
    return this.timed(hash, () => bcrypt.compare(plain, `$2b${hash.slice('$2b'.length)}`));
  }

  private async timed(hash: string, verify: () => Promise<boolean>): Promise<boolean> {
    this.verified += 1;
    const began = performance.now();
    const isRight = await verify();
    this.times.record(formatOf(hash) ?? CURRENT_FORMAT, performance.now() - began);
    return isRight;
  }

  private async verifyDummy(plain: string): Promise<false> {
    await this.verifyArgon2(plain, DUMMY_HASH);
    return false;
  }
}

/** Counts code points, but only of texts short enough for the count to be cheap. */
function isTooLong(plain: string): boolean {
  return plain.length > 2 * MAX_PASSWORD_LENGTH || Array.from(plain).length > MAX_PASSWORD_LENGTH;
}
