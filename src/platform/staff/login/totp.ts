import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds of a time step, and by how much the clock of the phone may differ. */
const STEP = 30;

/** A new secret for an authenticator app, in base32. */
export const newTotpSecret = (): string => generateSecret();

/** The address that an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, email: string): string =>
  generateURI({ secret, issuer, label: email });

/**
 * The time step of a right code, to be stored; null for a wrong code, and for one of the last accepted step or an older one, so
 * that a code works once.
 */
export function totpStep(secret: string, code: string, lastStep: number | null, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  });
  return result.valid && 'epoch' in result ? Math.floor(result.epoch / STEP) : null;
}
