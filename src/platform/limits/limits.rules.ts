/** Accents, and the dot that is left over when İ becomes lower case. */
const MARKS = /\p{M}/gu;

/**
 * Returns the same text for all spellings of an address that PostgreSQL may compare as equal, so that another spelling gives no
 * further attempts. Which spellings are equal depends on the database's locale (`lower('İ')` is `i` in some). This function joins
 * more spellings than any locale does: addresses that differ only in accents share a count.
 */
export function countedAddress(email: string): string {
  // Lower case first, since ß has no single capital letter; upper case last, since sigma has two small letters.
  return email.trim().normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '').toUpperCase();
}

/** A {@link countedAddress} without the `+tag`, which most mail servers ignore. */
export function mailboxOf(email: string): string {
  return countedAddress(email).replace(/\+.*(?=@)/s, '');
}

/** Whole seconds, at least one, until a window is over that ends in the future. */
export function secondsUntilFree(endsAt: Date, now: Date): number {
  return Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
}
