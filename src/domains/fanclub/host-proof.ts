import { Injectable } from '@nestjs/common';
import { KeyedDigest } from '#libs/sealed';
import { Config } from '#platform/config';

/** Shows that an answer comes from this installation: only its processes have the key. */
@Injectable()
export class HostProof {
  private readonly digests: readonly KeyedDigest[];

  constructor({ encryptionKeys }: Config) {
    this.digests = encryptionKeys.map((key) => new KeyedDigest(key, 'host of a fan club'));
  }

  /** What `/.well-known/fanclub` answers at a host. @param nonce chosen by who asks */
  of(host: string, nonce: string): string {
    return digest(this.digests[0], host, nonce);
  }

  /** Whether a process of this installation has answered, also one that has another newest key. */
  isOurs(host: string, nonce: string, proof: unknown): boolean {
    return this.digests.some((one) => digest(one, host, nonce) === proof);
  }
}

const digest = (digests: KeyedDigest, host: string, nonce: string): string =>
  digests.of(`${host} ${nonce}`).toString('base64url');
