import type { Mails } from '#platform/mail';
import type { PersonOfClub } from '#platform/erasure';

/** The addresses of a customer. The new one is not confirmed, so it may be somebody else's. */
export interface Addresses {
  readonly addresses: readonly string[];
  readonly newEmail: string | null;
}

/** The digests by which the outbox finds mails to a customer. */
export const digestsOf = (
  mails: Mails,
  { addresses, newEmail }: Addresses,
): Pick<PersonOfClub, 'digests' | 'unconfirmed'> => ({
  digests: addresses.flatMap((address) => mails.digestsOf(address)),
  unconfirmed: newEmail === null ? [] : mails.digestsOf(newEmail),
});
