import type { FixedClock } from '#libs/clock';
import { PASSWORD } from '../factories';
import { signedRequest } from '../support/signed-request';
import { ABSENT_ID, type CustomerNumber } from './canaries';
import type { Club } from './world';

/** What a request names besides its route; `params` stand in the path. */
export interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  /** The customer who is recognized by what the request says, be there a session or not. */
  readonly proves?: CustomerNumber;
}

/** What is asked for, and who is asking about it: a route's request of the first customer of a club. */
type Plan = (club: Club, clock: FixedClock) => Input;

/** The answer of the identity provider of a club about a person. */
export function claim(clock: FixedClock, { secret }: Pick<Club, 'secret'>, uid: string): string {
  return signedRequest({ clock }, uid, { secret });
}

const nothing: Plan = () => ({});

/**
 * What a request of each route names that belongs to a club. A route whose path holds a parameter, and every POST, needs a plan;
 * other routes join the matrix without.
 */
const PLANS: Readonly<Record<string, Plan>> = {
  'GET /account/search': ({ members }) => ({
    query: { email: members[1].customer.email! },
    proves: 1,
  }),
  'GET /search': ({ members }) => ({
    query: { email: members[1].customer.email! },
    proves: 1,
  }),
  'GET /contests': ({ event }) => ({ query: { event_id: event } }),
  'GET /contests/:id': ({ contest }) => ({ params: { id: contest } }),
  'GET /events/:id': ({ event }) => ({ params: { id: event } }),
  'GET /orders/:id': ({ members }) => ({ params: { id: members[1].order } }),
  'GET /subscriptions/:id': ({ members }) => ({ params: { id: members[1].subscription } }),
  'POST /account': () => ({ body: { first_name: 'Grace', email: 'grace@x.example', username: 'grace' } }),
  'POST /account/connect/:provider': (club, clock) => ({
    params: { provider: 'social' },
    body: { social_signed_request: claim(clock, club, 'a person') },
  }),
  'POST /account/connect/deauthorize_:provider': (club, clock) => ({
    params: { provider: 'social' },
    body: { signed_request: claim(clock, club, club.members[1].uid) },
  }),
  'POST /account/register': (club, clock) => ({ body: registration(club, clock) }),
  'POST /account/shipping': ({ itemType, options }) => ({
    body: { city: 'Paris', [`item_type_${itemType}`]: options[1] },
  }),
  'POST /accounts': () => ({ body: newcomer }),
  'POST /contacts': ({ contact }) => ({ body: { contact: { email: contact.email } } }),
  'POST /contests/:id/enter': ({ contest }) => ({ params: { id: contest } }),
  'POST /login': ({ members }) => ({
    body: { email: members[1].customer.email, password: PASSWORD },
    proves: 1,
  }),
};

const newcomer = {
  email: 'new@x.example',
  first_name: 'New',
  birthdate: '1990-12-10',
  username: 'newcomer',
  accept_terms: true,
};

/** All that a newcomer has to say. */
export function registration(club: Club, clock: FixedClock): object {
  return {
    ...newcomer,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    social_signed_request: claim(clock, club, 'a person'),
  };
}

/** All that a new account needs. */
export const account = newcomer;

/** What a request of a route names, of the first customer of a club. Throws where nobody has thought of it. */
export function inputOf(route: string, club: Club, clock: FixedClock): Input {
  const plan = PLANS[route] ?? (/^GET [^:]+$/.test(route) ? nothing : undefined);
  if (!plan) throw new Error(`${route} is in no plan of test/tenants/inputs.ts: say what its requests name`);
  return plan(club, clock);
}

/** The same input with an id that is nobody's in the place of each one in the path; null where there is none. */
export function absentOf({ params, ...rest }: Input): Input | null {
  if (!params || !('id' in params)) return null;
  return { ...rest, params: { ...params, id: ABSENT_ID } };
}
