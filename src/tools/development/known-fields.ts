const PASSWORD = ['password', 'password_confirmation'];
const NAMES = ['first_name', 'last_name'];
const NEW_ACCOUNT = ['email', ...NAMES, 'birthdate', 'username', 'accept_terms', ...PASSWORD];
const CHANGED_ACCOUNT = [
  ...['email', ...NAMES, 'username', 'current_password', ...PASSWORD],
  ...['lists_opt_in', 'lists_opt_in_source'],
];
const CONTACT = ['email', ...NAMES, 'birthdate', 'lists_opt_in_source'];

const within = (object: string, fields: readonly string[]): string[] =>
  fields.map((field) => `${object}.${field}`);

const newAccount = [...NEW_ACCOUNT, ...within('password_attributes', PASSWORD)];

/**
 * What each route of the API takes besides the key: GET routes in the query, POST routes in the body. Fields inside others
 * stand behind a dot. A route without parameters has no entry.
 */
export const KNOWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'GET /account/search': ['email'],
  'GET /search': ['email'],
  'GET /contests': ['limit', 'event_id', 'scope'],
  'GET /events': [
    ...['start_date', 'end_date', 'order', 'scope', 'links', 'schedule', 'limit', 'page', 'tags'],
  ],
  'GET /orders': ['order'],
  'GET /plans': ['tags'],
  'GET /subscriptions/queued': ['scope'],
  'POST /account': [...CHANGED_ACCOUNT, ...within('customer', CHANGED_ACCOUNT)],
  'POST /account/connect/:provider': ['social_signed_request'],
  'POST /account/connect/deauthorize_:provider': ['signed_request', 'social_signed_request'],
  'POST /account/register': ['social_signed_request', ...NEW_ACCOUNT],
  'POST /account/shipping': [
    ...[...NAMES, 'address', 'address_2', 'city', 'state', 'postal_code', 'country'],
  ],
  'POST /accounts': [...newAccount, ...within('customer', newAccount)],
  'POST /contacts': within('contact', CONTACT),
  'POST /login': ['email', 'password', 'social_signed_request'],
};
