import { makersOf, PASSWORD, type Samples } from '#samples';
import { hashToken } from '#libs/token';
import { newcomer } from '#domains/accounts/accounts.samples';
import { type Customer, Authentication } from '#domains/accounts/customer.entity';

const makers = makersOf({
  /** A customer's account with the provider `social`. */
  async authentication({
    customer,
    ...overrides
  }: Partial<Authentication> & { customer?: Customer } = {}): Promise<Authentication> {
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const account = { name: 'social', uid: `uid-${this.seed().n}` };
    return this.save(Authentication, { fanclubId, customerId, ...account, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends SocialMakers {}
  interface MemberRows {
    /** The id of the customer's account at the provider. */
    readonly uid: string;
  }
}
type SocialMakers = typeof makers;

const params = { provider: 'social' };
const CONNECT = 'POST /account/connect/:provider';
const DEAUTHORIZE = 'POST /account/connect/deauthorize_:provider';
const REGISTER = 'POST /account/register';

export const samples: Samples = {
  makers,
  async statements({ given }) {
    const customer = await given.customer();
    const tokenHash = hashToken(await given.session({ customer }));
    return {
      'social.find_opened': { customer: customer.id, tokenHash },
      'social.hold_session': { customer: customer.id },
    };
  },
  limitedColumns: ['Authentication.name'],
  async member({ given, member: { customer } }) {
    return { uid: (await given.authentication({ customer })).uid };
  },
  routes: {
    [CONNECT]: {
      fields: { social_signed_request: 'signed' },
      request: (club, n) => ({ params, body: { social_signed_request: club.claim(`stranger ${n}`) } }),
    },
    [DEAUTHORIZE]: {
      sender: 'nobody',
      fields: { signed_request: 'signed', social_signed_request: 'signed' },
      // The first of the two that is sent is used.
      request: (club, n, field) => ({
        params,
        body: field === '' ? { signed_request: club.claim(`stranger ${n}`) } : {},
      }),
      matrix: (club) => ({ params, body: { signed_request: club.claim(club.members[1].uid) } }),
    },
    [REGISTER]: {
      sender: 'buyer',
      fields: {
        social_signed_request: 'signed',
        email: 'email',
        first_name: 'text',
        last_name: 'text',
        birthdate: 'date',
        username: 'text',
        accept_terms: 'flag',
        tokens: 'flag',
        password: 'password',
        password_confirmation: 'password',
      },
      request: (club, n) => ({
        body: { ...newcomer(n), social_signed_request: club.claim(`stranger ${n}`) },
      }),
      matrix: (club) => ({
        body: {
          ...newcomer(0),
          password: PASSWORD,
          password_confirmation: PASSWORD,
          social_signed_request: club.claim('a person'),
        },
      }),
    },
  },
  positions({ a1, inBody, ofClubs, ofMembers, absentEmail, absentName }) {
    const people = ofMembers(({ uid }) => uid, true);
    const secrets = ofClubs(({ secret }) => secret);
    const emails = ofMembers(({ customer }) => customer.email!, true);
    const usernames = ofMembers(({ customer }) => customer.username!, true);
    const { uid } = a1.members[1];
    const registration = samples.routes?.[REGISTER].matrix?.(a1).body;
    const asNewcomer = { newcomer: true };
    return [
      ...[
        { route: CONNECT, field: 'social_signed_request' },
        { route: DEAUTHORIZE, field: 'signed_request' },
      ].flatMap(({ route, field }) => [
        inBody(route, 'secret', secrets, absentName, (secret) => ({
          [field]: a1.claim(uid, String(secret)),
        })),
        inBody(route, 'social account', people, absentName, (person) => ({
          [field]: a1.claim(String(person)),
        })),
      ]),
      inBody(REGISTER, 'email', emails, absentEmail, (email) => ({ ...registration, email }), asNewcomer),
      inBody(
        REGISTER,
        'username',
        usernames,
        absentName,
        (username) => ({ ...registration, username }),
        asNewcomer,
      ),
      inBody(
        REGISTER,
        'social account',
        people,
        absentName,
        (person) => ({ ...registration, social_signed_request: a1.claim(String(person)) }),
        asNewcomer,
      ),
    ];
  },
  filteredById: {
    'social.hold_session': 'the customer of the session',
  },
  catalogue: {
    customer: {
      authentications: [{ name: 'social', uid: '1001' }],
    },
  },
};
