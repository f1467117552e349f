import { createHash } from 'node:crypto';
import { Sealer } from '#libs/sealed';
import { hashToken } from '#libs/token';
import { daysFrom, ENCRYPTION_KEY, makersOf, PASSWORD, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Order } from '#domains/orders/order.entity';
import { Session } from '#platform/access/session.entity';

/** The session of a customer, of an order's unregistered buyer, or of a logged-out visitor. */
interface SessionInput extends Partial<Session> {
  customer?: Customer;
  order?: Order;
  /** The token in the cookie; the row has its hash. */
  token?: string;
}

const makers = makersOf({
  /** A session that has just begun. Returns the token of its cookie. */
  async session({ customer, order, token, ...overrides }: SessionInput = {}): Promise<string> {
    const { n, now } = this.seed();
    const secret = token ?? createHash('sha256').update(`session ${n}`).digest('base64url');
    await this.save(Session, {
      fanclubId: await this.clubOf(overrides, customer, order),
      tokenHash: hashToken(secret),
      customerId: customer?.id ?? order?.customerId ?? null,
      orderId: order?.id ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: daysFrom(now, 30),
      revokedAt: null,
      refreshTurn: 0,
      refreshedAt: null,
      ...overrides,
    });
    return secret;
  },
});

declare module '#samples' {
  interface Given extends SessionMakers {}
  interface ClubRows {
    /** The session cookie of a customer who has bought a free plan and not registered; only the third customer may see it. */
    readonly newcomer: string;
  }
  interface MemberRows {
    /** The sealed value of the session cookie. */
    readonly cookie: string;
    /** The refresh token of the same session. */
    readonly refreshToken: string;
  }
}
type SessionMakers = typeof makers;

export const samples: Samples = {
  makers,
  after: ['orders', 'plans'],
  async club({ given, club, now, of, cookieOf }) {
    await of(3);
    // A buyer of a free plan has no identity, so there are no texts to search for.
    const buyer = await given.unregisteredCustomer();
    const order = await given.order({ customer: buyer, plan: club.freePlan, paidAt: now });
    return { newcomer: cookieOf(await given.session({ order })) };
  },
  async member({ given, now, member: { customer, order }, cookieOf }) {
    const token = await given.session({ customer, order });
    const end = Math.floor(daysFrom(now, 7).getTime() / 1000);
    const sealed = ['refresh', customer.fanclubId, token, '-', end, 0].join(' ');
    return { cookie: cookieOf(token), refreshToken: new Sealer([ENCRYPTION_KEY]).seal(sealed) };
  },
  routes: {
    'GET /logout': { statements: 2 },
    'POST /login': {
      sender: 'nobody',
      fields: { email: 'email', password: 'password', tokens: 'flag', social_signed_request: 'signed' },
      request: ({ members }) => ({
        body: { email: members[1].customer.email, password: PASSWORD },
        proves: 1,
      }),
    },
    'POST /refresh': {
      sender: 'nobody',
      fields: { refresh_token: 'text' },
      request: ({ members }) => ({ body: { refresh_token: members[1].refreshToken }, proves: 1 }),
    },
  },
  positions({ a1, inBody, ofClubs, ofMembers, absentEmail, absentName }) {
    const proves = true;
    const emails = ofMembers(({ customer }) => customer.email!, true);
    const aliases = ofClubs(({ members }) => members[1].alias);
    const people = ofMembers(({ uid }) => uid, true);
    const secrets = ofClubs(({ secret }) => secret);
    const byEmail = (email: string | number) => ({ email, password: PASSWORD });
    const byClaim = (uid: string | number) => ({ social_signed_request: a1.claim(String(uid)) });
    const bySecret = (secret: string | number) => ({
      social_signed_request: a1.claim(a1.members[1].uid, String(secret)),
    });
    return [
      inBody('POST /login', 'email', emails, absentEmail, byEmail, { proves }),
      inBody('POST /login', 'former email', aliases, absentEmail, byEmail, { proves }),
      inBody('POST /login', 'social account', people, absentName, byClaim, { proves }),
      inBody('POST /login', 'secret', secrets, absentName, bySecret, { proves }),
    ];
  },
  guardedBy: {
    'sessions.find_applicant': ['access.open_session'],
    'sessions.find_connected': ['sessions.hold_connected'],
    'sessions.hold_connected': ['sessions.find_connected'],
  },
  notFromCatalogue: ['sessions'],
};
