import type { FixedClock } from '#libs/clock';
import { PASSWORD } from '../factories';
import { ABSENT_ID, type CustomerNumber } from './canaries';
import { account, claim, type Input, inputOf, registration } from './inputs';
import { type Club, type Member, SHARED_EMAIL, type World } from './world';

/** A value for a position, and who may tell it from one that does not exist: everybody, one customer, or nobody. */
export interface Value {
  readonly what: string;
  readonly value: string | number;
  readonly for: 'everybody' | 'nobody' | CustomerNumber;
}

/** A place in a request that names something of somebody's. */
export interface Position {
  readonly route: string;
  /** What it names. */
  readonly what: string;
  /** The request of the first customer of club a1, with the value. */
  input(value: string | number): Input;
  readonly values: readonly Value[];
  readonly absent: string | number;
  /** Whether the third customer, who has not registered yet, asks besides the others. */
  readonly newcomer?: boolean;
}

const ABSENT_EMAIL = `absent@${ABSENT_ID}.example`;
const ABSENT_NAME = `absent-${ABSENT_ID}`;

/** T2: all such places. */
export function positions({ a1, a2, b1 }: World, clock: FixedClock): Position[] {
  /** Of each club one: the own one for everybody or for a customer, the others for nobody. */
  const ofClubs = (what: (club: Club) => string | number, own: Value['for'] = 'everybody'): Value[] => [
    { what: 'own', value: what(a1), for: own },
    { what: "a sibling club's", value: what(a2), for: 'nobody' },
    { what: "a foreign club's", value: what(b1), for: 'nobody' },
  ];
  const ofMembers = (what: (member: Member) => string | number, everybody = false): Value[] => [
    ...ofClubs(({ members }) => what(members[1]), everybody ? 'everybody' : 1),
    { what: "another customer's", value: what(a1.members[2]), for: everybody ? 'everybody' : 2 },
    { what: "a sibling club's other customer's", value: what(a2.members[2]), for: 'nobody' },
    { what: "a foreign club's other customer's", value: what(b1.members[2]), for: 'nobody' },
  ];
  const hidden = (what: string, value: string | number): Value => ({ what, value, for: 'nobody' });
  const email = (member: Member) => member.customer.email!;
  const username = (member: Member) => member.customer.username!;

  const inPath = (route: string, what: string, values: Value[]): Position => {
    return {
      route,
      what,
      values,
      absent: ABSENT_ID,
      input: (id) => ({ ...inputOf(route, a1, clock), params: { id } }),
    };
  };
  const inBody = (
    route: string,
    what: string,
    values: Value[],
    absent: string | number,
    body: (value: string | number) => object,
    more: Partial<Position> = {},
  ): Position => {
    const input = (value: string | number): Input => ({
      ...inputOf(route, a1, clock),
      body: body(value),
      proves: undefined,
    });
    return { route, what, values, absent, input, ...more };
  };
  const inQuery = (route: string, name: string, values: Value[], absent: string | number): Position => ({
    route,
    what: name,
    values,
    absent,
    input: (value) => ({ query: { [name]: value } }),
  });
  const contests = [...ofClubs((club) => club.contest), hidden('an unpublished', a1.unpublishedContest)];
  const people = ofMembers((member) => member.uid, true);

  return [
    inPath('GET /orders/:id', 'order', [
      ...ofMembers((member) => member.order),
      hidden('an unpaid', a1.members[1].unpaidOrder),
    ]),
    inPath(
      'GET /subscriptions/:id',
      'subscription',
      ofMembers((member) => member.subscription),
    ),
    inPath('GET /contests/:id', 'contest', contests),
    inPath('POST /contests/:id/enter', 'contest', contests),
    inPath('GET /events/:id', 'event', [
      ...ofClubs((club) => club.event),
      hidden('an unpublished', a1.unpublishedEvent),
    ]),
    inQuery(
      'GET /contests',
      'event_id',
      [...ofClubs((club) => club.event), hidden('an unpublished', a1.unpublishedEvent)],
      ABSENT_ID,
    ),
    inQuery(
      'GET /plans',
      'tags',
      ofClubs((club) => club.tag),
      ABSENT_NAME,
    ),
    inQuery(
      'GET /events',
      'tags',
      ofClubs((club) => club.tag),
      ABSENT_NAME,
    ),
    inQuery(
      'GET /events',
      'links',
      ofClubs((club) => club.tag),
      ABSENT_NAME,
    ),
    inBody(
      'POST /account/shipping',
      'item type',
      ofClubs((club) => club.itemType),
      ABSENT_ID,
      (type) => ({
        [`item_type_${type}`]: a1.options[1],
      }),
    ),
    inBody(
      'POST /account/shipping',
      'option',
      ofClubs((club) => club.options[1]),
      ABSENT_ID,
      (option) => ({
        [`item_type_${a1.itemType}`]: option,
      }),
    ),
    inBody(
      'POST /account/shipping',
      'type with option',
      ofClubs((club) => club.itemType),
      ABSENT_ID,
      (type) => ({
        [`item_type_${type}`]: [a1, a2, b1].find((club) => club.itemType === type)?.options[1] ?? ABSENT_ID,
      }),
    ),
    inBody('POST /login', 'email', ofMembers(email, true), ABSENT_EMAIL, (value) => ({
      email: value,
      password: PASSWORD,
    })),
    inBody(
      'POST /login',
      'former email',
      ofClubs(({ members }) => members[1].alias),
      ABSENT_EMAIL,
      (value) => ({
        email: value,
        password: PASSWORD,
      }),
    ),
    inBody('POST /login', 'social account', people, ABSENT_NAME, (uid) => ({
      social_signed_request: claim(clock, a1, String(uid)),
    })),
    inBody('POST /accounts', 'email', ofMembers(email, true), ABSENT_EMAIL, (value) => ({
      ...account,
      email: value,
    })),
    inBody('POST /accounts', 'username', ofMembers(username, true), ABSENT_NAME, (value) => ({
      ...account,
      username: value,
    })),
    inBody('POST /contacts', 'email of a customer', ofMembers(email, true), ABSENT_EMAIL, (value) => ({
      contact: { email: value },
    })),
    inBody(
      'POST /contacts',
      'email of a contact',
      ofClubs((club) => club.contact.email),
      ABSENT_EMAIL,
      (value) => ({
        contact: { email: value },
      }),
    ),
    inBody(
      'POST /contacts',
      'email of a contact of every club',
      [{ what: 'an own and a foreign', value: SHARED_EMAIL, for: 'everybody' }],
      ABSENT_EMAIL,
      (value) => ({ contact: { email: value } }),
    ),
    ...[
      { route: 'POST /login', field: 'social_signed_request' },
      { route: 'POST /account/connect/:provider', field: 'social_signed_request' },
      { route: 'POST /account/connect/deauthorize_:provider', field: 'signed_request' },
    ].map(({ route, field }) =>
      inBody(
        route,
        'secret',
        ofClubs(({ secret }) => secret),
        ABSENT_NAME,
        (secret) => ({
          [field]: claim(clock, { secret: String(secret) }, a1.members[1].uid),
        }),
      ),
    ),
    inBody('POST /account', 'email', ofMembers(email, true), ABSENT_EMAIL, (value) => ({ email: value })),
    inBody('POST /account', 'username', ofMembers(username, true), ABSENT_NAME, (value) => ({
      username: value,
    })),
    inBody('POST /account/connect/:provider', 'social account', people, ABSENT_NAME, (uid) => ({
      social_signed_request: claim(clock, a1, String(uid)),
    })),
    inBody('POST /account/connect/deauthorize_:provider', 'social account', people, ABSENT_NAME, (uid) => ({
      signed_request: claim(clock, a1, String(uid)),
    })),
    inBody(
      'POST /account/register',
      'email',
      ofMembers(email, true),
      ABSENT_EMAIL,
      (value) => ({ ...registration(a1, clock), email: value }),
      { newcomer: true },
    ),
    inBody(
      'POST /account/register',
      'username',
      ofMembers(username, true),
      ABSENT_NAME,
      (value) => ({ ...registration(a1, clock), username: value }),
      { newcomer: true },
    ),
    inBody(
      'POST /account/register',
      'social account',
      people,
      ABSENT_NAME,
      (uid) => ({ ...registration(a1, clock), social_signed_request: claim(clock, a1, String(uid)) }),
      { newcomer: true },
    ),
  ];
}
