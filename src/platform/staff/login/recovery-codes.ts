import { createHash, randomInt } from 'node:crypto';

/** How many codes a person gets. */
const COUNT = 10;
/** Letters and digits that cannot be confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 12 of 31 characters: 59 bits, so a plain hash is enough. */
const LENGTH = 12;

/** New codes such as `k3vd-x7qh-m2ap`, to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return letters.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** The SHA-256 of a code, however its letters and dashes were typed. */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest();

/** Whether a text has the form of a code. */
export const isRecoveryCode = (text: string): boolean =>
  new RegExp(`^[${ALPHABET}]{${LENGTH}}$`).test(text.toLowerCase().replace(/[\s-]/g, ''));
