import { API_ROUTES } from '../../contract/routes';
import type { Sender, World } from './world';

/** What a parameter means, and so which bad values it is worth trying. */
export type Kind = 'text' | 'email' | 'date' | 'id' | 'number' | 'password' | 'flag' | 'object' | 'signed';

type Values = Readonly<Record<string, unknown>>;

/** How a route of the API is called, and what it takes. */
export interface Target {
  /** Who has most to tell or to change there. */
  readonly sender: Sender;
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, Kind>>;
  /** What stands for `:name` in the path: the kind, and a value that is there. */
  readonly path?: Readonly<Record<string, readonly [Kind, (world: World) => number | string]>>;
  /** Fields of the body; those inside others with dots. */
  readonly fields?: Readonly<Record<string, Kind>>;
  /** The body around a field, good enough to be accepted; `n` differs from probe to probe. */
  readonly body?: (world: World, n: number, field: string) => Values;
  /** Headers besides those of every probe. */
  readonly headers?: (world: World) => Record<string, string>;
}

const SHIPPING = {
  first_name: 'text',
  last_name: 'text',
  address: 'text',
  address_2: 'text',
  city: 'text',
  state: 'text',
  postal_code: 'text',
  country: 'text',
  item_type_1: 'id',
} as const;

const partner = (world: World) => ({ 'api-key': world.organizationKey });
const order = ['id', (world: World) => world.ids.order] as const;
const contest = ['id', (world: World) => world.ids.contest] as const;
const provider = ['text', () => 'social'] as const;
const unknownField = { t: 'text' } as const;

/** Every route of {@link API_ROUTES}; a test sees to it that none is missing. */
export const TARGETS: Readonly<Record<string, Target>> = {
  'GET /account': { sender: 'customer', query: unknownField },
  'GET /account/benefits': { sender: 'customer', query: unknownField },
  'GET /account/search': { sender: 'nobody', query: { email: 'email' }, headers: partner },
  'GET /account/shipping': { sender: 'customer', query: unknownField },
  'GET /account/status': { sender: 'customer', query: unknownField },
  'GET /contests': { sender: 'customer', query: { limit: 'number', event_id: 'id', scope: 'text' } },
  'GET /contests/:id': { sender: 'customer', path: { id: contest } },
  'GET /events': {
    sender: 'customer',
    query: {
      start_date: 'date',
      end_date: 'date',
      order: 'text',
      scope: 'text',
      links: 'text',
      schedule: 'text',
      limit: 'number',
      page: 'number',
      tags: 'text',
    },
  },
  'GET /events/:id': { sender: 'customer', path: { id: ['id', ({ ids }) => ids.event] } },
  'GET /fanclub': { sender: 'nobody', query: unknownField },
  'GET /logout': { sender: 'customer', query: unknownField },
  'GET /orders': { sender: 'customer', query: { order: 'text' } },
  'GET /orders/:id': { sender: 'customer', path: { id: order } },
  'GET /orders/latest': { sender: 'customer', query: unknownField },
  'GET /plans': { sender: 'customer', query: { tags: 'text' } },
  'GET /search': { sender: 'nobody', query: { email: 'email' }, headers: partner },
  'GET /subscriptions': { sender: 'customer', query: unknownField },
  'GET /subscriptions/:id': { sender: 'customer', path: { id: ['id', ({ ids }) => ids.subscription] } },
  'GET /subscriptions/queued': { sender: 'customer', query: { scope: 'text' } },
  'POST /account': {
    sender: 'customer',
    fields: {
      email: 'email',
      first_name: 'text',
      last_name: 'text',
      username: 'text',
      current_password: 'password',
      password: 'password',
      password_confirmation: 'password',
      lists_opt_in: 'flag',
      lists_opt_in_source: 'text',
    },
    body: ({ password }, n, field) =>
      field.includes('password')
        ? { current_password: password, password: `password ${n}`, password_confirmation: `password ${n}` }
        : { first_name: `Ada ${n}`, lists_opt_in: 'True' },
  },
  'POST /account/connect/:provider': {
    sender: 'customer',
    path: { provider },
    fields: { social_signed_request: 'signed' },
    body: (world, n) => ({ social_signed_request: world.strangersClaim(n) }),
  },
  'POST /account/connect/deauthorize_:provider': {
    sender: 'nobody',
    path: { provider },
    fields: { signed_request: 'signed', social_signed_request: 'signed' },
    // The first of the two that is given counts.
    body: (world, n, field) => (field === '' ? { signed_request: world.strangersClaim(n) } : {}),
  },
  'POST /account/register': {
    sender: 'buyer',
    fields: {
      social_signed_request: 'signed',
      email: 'email',
      first_name: 'text',
      last_name: 'text',
      birthdate: 'date',
      username: 'text',
      accept_terms: 'flag',
      password: 'password',
      password_confirmation: 'password',
    },
    body: (world, n) => ({
      social_signed_request: world.strangersClaim(n),
      email: `buyer${n}@x.example`,
      birthdate: '1990-12-10',
      username: `buyer${n}`,
      accept_terms: true,
    }),
  },
  'POST /account/shipping': {
    sender: 'customer',
    fields: SHIPPING,
    body: ({ ids }) => ({
      first_name: 'Ada',
      last_name: 'Lovelace',
      address: '1 Main St',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62704',
      country: 'US',
      item_type_1: ids.option,
    }),
  },
  'POST /accounts': {
    sender: 'nobody',
    fields: {
      customer: 'object',
      email: 'email',
      first_name: 'text',
      last_name: 'text',
      birthdate: 'date',
      username: 'text',
      accept_terms: 'flag',
      password_attributes: 'object',
      'password_attributes.password': 'password',
      'password_attributes.password_confirmation': 'password',
      'customer.email': 'email',
      'customer.birthdate': 'date',
    },
    body: (_world, n, field) => {
      const account = { email: `new${n}@x.example`, birthdate: '1990-12-10', username: `new${n}` };
      return field.startsWith('customer.') ? { customer: account } : account;
    },
  },
  'POST /contacts': {
    sender: 'nobody',
    fields: {
      contact: 'object',
      'contact.email': 'email',
      'contact.first_name': 'text',
      'contact.last_name': 'text',
      'contact.birthdate': 'date',
      'contact.lists_opt_in_source': 'text',
      'contact.shoe size': 'text',
    },
    body: (_world, n) => ({ contact: { email: `contact${n}@x.example` } }),
  },
  'POST /contests/:id/enter': {
    sender: 'customer',
    path: { id: contest },
    fields: { t: 'text' },
    body: () => ({}),
  },
  'POST /login': {
    sender: 'nobody',
    fields: { email: 'email', password: 'password', social_signed_request: 'signed' },
    body: ({ emails, password }, n) => ({ email: emails[n % emails.length], password }),
  },
};

/** The routes that are for customers alone: with no session, or one that does not count, they never answer ok. */
export const CLOSED: readonly string[] = API_ROUTES.filter(([, , caller]) => caller === 'customer').map(
  ([method, path]) => `${method} ${path}`,
);

/** The names of all routes, as in {@link TARGETS}. */
export const ROUTES: readonly string[] = API_ROUTES.map(([method, path]) => `${method} ${path}`);
