import type { Club, Value } from '#samples';
import { API_ROUTES, ONLY_READING } from '../contract/routes';
import { ABSENT_ID, includes } from './canaries';
import { absentOf, inputOf } from './inputs';
import type { Cell } from './judge';
import { positions } from './positions';
import { cookiesOf, othersThan, ownersOf, visibleTo, type Visitor, visitorOf, wireOf } from './requests';
import type { World } from './world';

const INVALID_KEY = JSON.stringify({ status: 'error', messages: ['Please use a valid API Key.'] });

/** T1: every route with every kind of key and session, for rows of the first customer of club a1. */
export function routesByKeysBySessions(world: World): Cell[] {
  const { a1: own } = world;
  const { sibling, foreign } = othersThan(own, world);
  const keys = [
    { by: 'the own key', key: own.key, club: own },
    { by: "a sibling club's key", key: sibling.key, club: sibling },
    { by: "a foreign club's key", key: foreign.key, club: foreign },
    { by: 'a revoked key', key: own.revokedKey, club: null },
    { by: 'no key', key: null, club: null },
    { by: "the organization's key", key: own.organizationKey, club: null },
  ];
  const sessions = [
    { as: 'the customer', visitor: visitorOf(own, 1) },
    { as: 'nobody', visitor: null },
    { as: 'another customer', visitor: visitorOf(own, 2) },
    { as: "a sibling club's customer", visitor: visitorOf(sibling, 1) },
    { as: "a foreign club's customer", visitor: visitorOf(foreign, 1) },
  ];
  return API_ROUTES.flatMap(([method, path, caller]) => {
    const route = `${method} ${path}`;
    const input = inputOf(route, own);
    const absent = absentOf(input);
    return keys.flatMap(({ by, key, club }) =>
      sessions.map(({ as, visitor }): Cell => {
        const partner = caller === 'partner' ? { 'api-key': own.organizationKey } : undefined;
        const headers = { ...cookiesOf(visitor, club ?? own), ...partner };
        const mayAsk = partner === undefined || club?.organization === own.organization;
        const found = input.proves ? visitorOf(own, input.proves) : null;
        return {
          name: `${route} by ${by} as ${as}`,
          wire: wireOf(route, input, headers, key),
          sees: visibleTo(mayAsk ? club : null, visitor, found),
          owners: ownersOf(mayAsk ? club : null),
          reads: ONLY_READING.has(route),
          ...((club === null || !mayAsk) && { refusal: INVALID_KEY }),
          ...(absent && club !== own && { like: wireOf(route, absent, headers, key) }),
        };
      }),
    );
  });
}

/** T3: search with every organization's key in every club, for every customer's current and former address. */
export function searches(world: World): Cell[] {
  const clubs = Object.values(world);
  const keys = [
    { of: 'a', key: world.a1.organizationKey, organization: world.a1.organization },
    { of: 'b', key: world.b1.organizationKey, organization: world.b1.organization },
    { of: 'nobody', key: 'the-key-of-c', organization: null },
  ];
  return keys.flatMap(({ of, key, organization }) =>
    clubs.flatMap((club) => {
      const { sibling, foreign } = othersThan(club, world);
      const { customer, alias } = club.members[1];
      const addresses = [
        { what: 'its own customer', email: customer.email!, found: true },
        { what: 'its own customer in mixed case', email: customer.email!.toUpperCase(), found: true },
        { what: 'its own customer by a former address', email: alias, found: true },
        { what: "a sibling's customer", email: sibling.members[1].customer.email!, found: false },
        {
          what: "a foreign club's customer by a former address",
          email: foreign.members[1].alias,
          found: false,
        },
        { what: "a foreign club's customer", email: foreign.members[1].customer.email!, found: false },
        { what: 'nobody', email: `nobody-${ABSENT_ID}@x.example`, found: false },
      ];
      const mayAsk = organization === club.organization;
      return addresses.map(({ what, email, found }): Cell => {
        const ask = (address: string) =>
          wireOf('GET /account/search', { query: { email: address } }, { 'api-key': key }, club.key);
        return {
          name: `search in ${club.name} by the key of ${of} for ${what}`,
          wire: ask(email),
          sees: visibleTo(mayAsk ? club : null, found ? visitorOf(club, 1) : null),
          owners: mayAsk ? ownersOf(club) : [],
          ...(!mayAsk && { refusal: INVALID_KEY }),
          ...(!found && { like: ask('absent@x.example') }),
        };
      });
    }),
  );
}

/** T2: every position that names a row, with every possible row, for three sessions, and for a fourth if members are entitled to it. */
export function positionsByValues(world: World): Cell[] {
  const { a1: own } = world;
  return positions(world).flatMap(({ route, what, input, values, absent, newcomer, proves }) => {
    const sessions: { as: string; visitor: Visitor | null }[] = [
      { as: 'nobody', visitor: null },
      { as: 'the customer', visitor: visitorOf(own, 1) },
      { as: 'another customer', visitor: visitorOf(own, 2) },
      ...(values.some((one) => one.for === 'entitled')
        ? [{ as: 'a customer without membership', visitor: visitorOf(own, 3) }]
        : []),
      ...(newcomer
        ? [{ as: 'a newcomer', visitor: { club: own, number: 3 as const, cookie: own.newcomer } }]
        : []),
    ];
    const all = [...values, { what: 'an absent', value: absent, for: 'everybody' as const }];
    return all.flatMap((one) =>
      sessions.map(({ as, visitor }): Cell => {
        const ask = (value: string | number) => wireOf(route, input(value), cookiesOf(visitor, own), own.key);
        const knows = includes(one.for, visitor ? [visitor.number] : []);
        const proved = proves ? customerOf(own, one) : null;
        return {
          name: `${route} with ${one.what} ${what} as ${as}`,
          kind: `${route} ${what} as ${as}`,
          ...(as === 'the customer' && { of: one.what.replace(/ other customer's$/, '') }),
          wire: ask(one.value),
          sees: visibleTo(own, visitor, proved),
          owners: ownersOf(own),
          reads: ONLY_READING.has(route),
          ...(!knows && { like: ask(absent) }),
        };
      }),
    );
  });
}

/** The club's customer with an e-mail address or social account, or whom a signed request is about. */
function customerOf(club: Club, { value }: Value): Visitor | null {
  if (value === club.secret) return visitorOf(club, 1);
  const numbers = [1, 2, 3] as const;
  const number = numbers.find((one) =>
    [club.members[one].customer.email, club.members[one].uid].includes(String(value)),
  );
  return number ? visitorOf(club, number) : null;
}
