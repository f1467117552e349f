import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { Clock } from '#libs/clock';
import { KeyedDigest } from '#libs/sealed';
import { parseId } from '#libs/validation';
import { Config } from '#platform/config';

/**
 * Signs the addresses of downloads: HMAC-SHA-256 over fan club, item, customer and end, with keys derived from `ENCRYPTION_KEYS`. The
 * newest key signs; addresses that an older one signed stay valid.
 */
@Injectable()
export class DownloadAddresses {
  private readonly digests: readonly KeyedDigest[];

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.digests = config.encryptionKeys.map((key) => new KeyedDigest(key, 'downloads'));
  }

  /** The query of an address, which is valid for `DOWNLOAD_LINK_SECONDS`. */
  sign(fanclub: number, item: number, customer: number): string {
    const expires = Math.floor((this.clock.now().getTime() + this.config.files.linkLifetime) / 1000);
    const digest = this.digests[0].of(textOf(fanclub, item, customer, expires));
    return new URLSearchParams({
      customer: String(customer),
      expires: String(expires),
      signature: digest.toString('base64url'),
    }).toString();
  }

  /** The customer whom the query of an address names. Null: it was not signed by this service for this item, or is over. */
  open(fanclub: number, item: number, query: unknown): number | null {
    const { customer, expires, signature } = query as Readonly<Record<string, unknown>>;
    const id = typeof customer === 'string' ? parseId(customer) : null;
    const end = typeof expires === 'string' ? parseId(expires) : null;
    if (id === null || end === null || typeof signature !== 'string') return null;
    const given = Buffer.from(signature, 'base64url');
    const text = textOf(fanclub, item, id, end);
    // The text form is compared as well, because several texts decode to the same bytes.
    const isOurs =
      given.length === 32 &&
      given.toString('base64url') === signature &&
      this.digests.some((digest) => timingSafeEqual(digest.of(text), given));
    return isOurs && end * 1000 > this.clock.now().getTime() ? id : null;
  }
}

const textOf = (...facts: readonly number[]): string => facts.join(' ');
