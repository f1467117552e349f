import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The text was sealed with an unknown key, or altered since. */
export class SealBroken extends Error {
  constructor() {
    super('The sealed text cannot be opened with any of the known keys.');
    this.name = 'SealBroken';
  }
}

/**
 * Encrypts secrets that must be readable again (unlike passwords), so that the database alone does not reveal them.
 * AES-256-GCM; the sealed text is `<key id>.<base64url of nonce, ciphertext and tag>`.
 */
export class Sealer {
  private readonly keys: Map<string, Buffer>;
  private readonly newest: string;

  /** @param keys 32 bytes each, newest first: the first seals, all open. Throws on any other length, or without a key. */
  constructor(keys: readonly Buffer[]) {
    keys.forEach((key, index) => {
      if (key.length !== KEY_BYTES) {
        throw new RangeError(`Sealing key ${index + 1} has ${key.length} bytes instead of ${KEY_BYTES}.`);
      }
    });
    this.keys = new Map(keys.map((key) => [keyId(key), key]));
    const [first] = this.keys.keys();
    if (first === undefined) throw new RangeError('Sealing needs at least one key.');
    this.newest = first;
  }

  /** The sealed text; different at each call. */
  seal(plain: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key(this.newest), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(this.newest));
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.newest}.${sealed.toString('base64url')}`;
  }

  /** Whether the text names the newest key; if not, seal it again. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${this.newest}.`);
  }

  /** The text that was sealed. Throws {@link SealBroken}. */
  open(sealed: string): string {
    const [id = '', encoded = '', ...rest] = sealed.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    const key = this.key(id);
    // Node's decoder skips invalid characters; only the exact text that `seal` wrote is accepted.
    if (
      rest.length > 0 ||
      bytes.toString('base64url') !== encoded ||
      bytes.length < NONCE_BYTES + TAG_BYTES
    ) {
      throw new SealBroken();
    }
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(id));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    } catch {
      throw new SealBroken();
    }
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (key === undefined) throw new SealBroken();
    return key;
  }
}

/** Identifies a list of keys without revealing them: 8 characters, which differ for other keys and for another order. */
export const fingerprint = (keys: readonly Buffer[]): string =>
  createHash('sha256').update('key list').update(Buffer.concat(keys)).digest('hex').slice(0, 8);

/** Identifies a key without revealing it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);
}
