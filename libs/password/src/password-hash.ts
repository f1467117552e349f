/** The cost of new hashes: 19 MiB of memory, two passes, one lane (the minimum that OWASP recommends for argon2id). */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,172}$/;
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/** Maximum memory of one verification in KiB. A hash is data, and must not be able to exhaust the machine. */
const MAX_MEMORY = 262_144;
const MAX_PASSES = 16;

/** Whether the text is an argon2 hash (PHC string, version 19) of an acceptable cost. */
export function isArgon2(hash: string): boolean {
  const found = ARGON2.exec(hash);
  return found !== null && Number(found[1]) <= MAX_MEMORY && Number(found[2]) <= MAX_PASSES;
}

/** Whether the text is a bcrypt hash (`$2a$`, `$2b$`, `$2y$`) of an acceptable cost, at most 15. */
export function isBcrypt(hash: string): boolean {
  return BCRYPT.test(hash);
}

/** Whether {@link Passwords.verify} can verify this hash: argon2 or bcrypt, well-formed, of an acceptable cost. */
export function isPasswordHash(hash: string): boolean {
  return isArgon2(hash) || isBcrypt(hash);
}

const FORMAT = /^(?:\$2[aby]\$\d\d|\$argon2(?:id|i|d)\$v=19\$[^$]+)/;

/**
 * Algorithm and cost of a hash, which determine how long it takes to verify: `$2b$12` or `$argon2id$v=19$m=19456,t=2,p=1`. Null
 * for text that is not a hash of a known algorithm.
 */
export function formatOf(hash: string): string | null {
  return FORMAT.exec(hash)?.[0] ?? null;
}

/** A hash of this format that matches no password. Null for a format that {@link isPasswordHash} does not accept. */
export function dummyHash(format: string): string | null {
  const hash = format.startsWith('$argon2')
    ? `${format}$${unpadded(16)}$${unpadded(32)}`
    : `${format}$${'.'.repeat(53)}`;
  return isPasswordHash(hash) ? hash : null;
}

/** Zero bytes in base64. */
function unpadded(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
}

/** Algorithm and cost of new hashes. */
export const CURRENT_FORMAT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`;

/**
 * A hash that matches no password, with the cost of a new one. Verifying it takes as long as any other verification, so the
 * response time does not reveal whether an account exists.
 */
export const DUMMY_HASH = `${CURRENT_FORMAT}$${unpadded(16)}$${unpadded(32)}`;
