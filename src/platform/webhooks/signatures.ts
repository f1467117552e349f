import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Sealer } from '#libs/sealed';

/** A new secret of an endpoint: `whsec_` and 32 bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secrets of an endpoint, sealed. */
export interface SealedSecrets {
  readonly secretSealed: string;
  readonly formerSecretSealed: string | null;
  readonly formerUntil: Date | null;
}

/** The headers of an attempt: signed now, also by the former secret until its time is over. */
export function signedHeaders(
  sealer: Sealer,
  { secretSealed, formerSecretSealed, formerUntil }: SealedSecrets,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const isRolling = formerSecretSealed !== null && formerUntil !== null && formerUntil > now;
  const secrets = [secretSealed, ...(isRolling ? [formerSecretSealed] : [])].map((one) => sealer.open(one));
  return {
    'content-type': 'application/json',
    'user-agent': 'fanclub-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
