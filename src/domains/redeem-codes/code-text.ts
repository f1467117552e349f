import { hash, randomBytes } from 'node:crypto';

/** Crockford's alphabet: no I, L, O and U. Each character has 5 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters of 5 bits. */
const BYTES = 10;
const BITS_OF_CHARACTER = 5n;
const LENGTH = 16;

const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A new code of 80 random bits. */
export const newCode = (): string => codeOf(randomBytes(BYTES));

/** Ten bytes as a code. */
export function codeOf(bytes: Buffer): string {
  const number = BigInt(`0x${bytes.toString('hex')}`);
  return Array.from({ length: LENGTH }, (_, at) => {
    const shift = BITS_OF_CHARACTER * BigInt(LENGTH - 1 - at);
    return ALPHABET[Number((number >> shift) & 31n)];
  }).join('');
}

/** The code that somebody typed: case, spaces and hyphens do not matter, O is 0, and I and L are 1. Null: not the form of a code. */
export function readCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** A code as it is printed: `7Q2M-4XHD-9PRT-0VWK`. */
export const printedCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** The SHA-256 of a code. A code has 80 random bits, so its digest needs no key. */
export const codeDigest = (code: string): Buffer => hash('sha256', code, 'buffer');
