import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Replaces texts that must be recognised but not read. Equal texts have equal digests, and guessing a text requires the key.
 * HMAC-SHA-256 with a key derived from the given one, so the given one can be used for other purposes as well.
 */
export class KeyedDigest {
  private readonly key: Buffer;

  /**
   * @param key random bytes
   * @param purpose digests of the same text for different purposes are unrelated
   */
  constructor(key: Buffer, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', key, '', `keyed digest: ${purpose}`, 32));
  }

  /** 32 bytes. */
  of(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
