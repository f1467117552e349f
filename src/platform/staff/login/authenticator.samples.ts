import { generateSync } from 'otplib';

/** The secret of every person's authenticator app. */
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The code that the tests' authenticator app shows. */
export const codeAt = (now: Date, secret = TOTP_SECRET): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
