import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Stands for texts where they must be recognised again but not be read: equal texts have equal digests, and only who has the
 * key can try out which text it was, however few there are to try. HMAC-SHA-256 under a key derived from the one given, so
 * that the same one may serve other purposes too.
 */
export class KeyedDigest {
  private readonly key: Buffer;

  /**
   * @param key random bytes
   * @param purpose digests of different purposes have nothing in common
   */
  constructor(key: Buffer, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', key, '', `keyed digest: ${purpose}`, 32));
  }

  /** 32 bytes. */
  of(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
