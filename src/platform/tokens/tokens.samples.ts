import { createHash } from 'node:crypto';
import { hashToken } from '#libs/token';
import { daysFrom, makersOf, type Samples } from '#samples';
import { OneTimeToken, type TokenPurpose } from './one-time-token.entity';
import { TOKEN_LIFETIMES } from './one-time-tokens';

interface Owner {
  id: number;
  fanclubId: number;
  email: string | null;
}

const makers = makersOf({
  /** By default, a token with which a customer confirms the address. Returns the token of the mailed link. */
  async oneTimeToken({
    customer,
    token,
    ...overrides
  }: Partial<OneTimeToken> & { customer?: Owner; token?: string } = {}): Promise<string> {
    const { n, now } = this.seed();
    const secret = token ?? createHash('sha256').update(`token ${n}`).digest('base64url');
    const owner = customer ?? (overrides.contactId ? null : await this.customer());
    await this.save(OneTimeToken, {
      fanclubId: await this.clubOf(owner),
      purpose: 'confirm_address',
      customerId: owner?.id ?? null,
      contactId: null,
      email: owner?.email ?? '',
      tokenHash: hashToken(secret),
      expiresAt: daysFrom(now, 7),
      ...overrides,
    });
    return secret;
  },
});

declare module '#samples' {
  interface Given extends TokenMakers {}
  interface ClubRows {
    readonly contactToken: string;
  }
  interface MemberRows {
    /** The tokens of mailed links, by purpose. */
    readonly tokens: Readonly<Record<string, string>>;
  }
}
type TokenMakers = typeof makers;

export const samples: Samples = {
  makers,
  limitedColumns: ['OneTimeToken.email', 'OneTimeToken.purpose'],
  after: ['contacts'],
  async club({ given, club, of }) {
    await of(2);
    const { id: contactId, email } = club.contact;
    return { contactToken: await given.oneTimeToken({ contactId, email, purpose: 'confirm_contact' }) };
  },
  async member({ given, member: { customer } }) {
    const tokens: Record<string, string> = {};
    for (const purpose of Object.keys(TOKEN_LIFETIMES) as TokenPurpose[]) {
      if (purpose === 'confirm_contact') continue;
      const email = purpose === 'confirm_new_address' ? (customer.newEmail ?? '') : customer.email!;
      tokens[purpose] = await given.oneTimeToken({ customer, purpose, email });
    }
    return { tokens };
  },
  filteredById: {
    'tokens.use': 'a token that was found in the club',
    'tokens.revoke': 'the customer who was held',
    'tokens.revoke_younger': 'the customer who was held',
  },
  notFromCatalogue: ['one_time_tokens'],
};
