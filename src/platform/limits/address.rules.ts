/** Accents, and the dot that stays behind when İ becomes small. */
const MARKS = /\p{M}/gu;

/**
 * What is counted as one e-mail address: one spelling for all that PostgreSQL may compare as equal, so that nobody gets more
 * tries by spelling an address differently. Which those are goes by the database's locale: `lower('İ')` is `i` in some, and
 * never what it is in JavaScript. So this is coarser than any of them, and addresses that differ in accents alone share a count.
 */
export function countedAddress(email: string): string {
  // Small letters first: ẞ has a small form, but ß no capital one of a single letter. Capital ones last: small sigma has two.
  return email.trim().normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '').toUpperCase();
}

/** What is counted as one mailbox: a {@link countedAddress} without the `+tag` that most mail servers ignore. */
export function mailboxOf(email: string): string {
  return countedAddress(email).replace(/\+.*(?=@)/s, '');
}
