import type { Answer } from '../support/api';
import { testApp } from '../support/start-test-app';
import { API_ROUTES } from './routes';
import { Scenes } from './scenes';

/*
 * The message texts of docs/contract.md, each with a request that leads to it, and the successes that are sentences. Published clients compare these texts, so each is written out here instead of imported from the service.
 */

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const s = new Scenes(t);

beforeEach(() => t.given.fanclub({ name: 'The Fans', supportEmail: 'help@fans.example', minimumAge: 13 }));

/** The case, the exact answer, and the scene that leads to it. */
type Case = readonly [what: string, messages: string | readonly string[], ask: () => Promise<Answer>];
type Row = readonly [condition: string, cases: readonly Case[]];

const KEY = 'Please use a valid API Key.';
const LOG_IN = 'Please log in to access your online benefits.';
const CREDENTIALS = 'Email and password combination is incorrect.';
const BLACKLISTED = 'Unable to login. Please contact help@fans.example for assistance.';
const UNREGISTERED =
  'The email address ada@x.example belongs to an unregistered account. Please contact help@fans.example for assistance.';
const UNCONFIRMED =
  'The email address ada@x.example has not been confirmed. ' +
  'Please use the link in your confirmation email or contact help@fans.example for assistance.';
const FORMAT = 'Invalid request: Format. Please try logging in again.';
const TOO_OLD = 'Invalid request: Too old. Please try logging in again.';
const SIGNATURE = 'Invalid request: Invalid signature. Please try logging in again.';
const UNSUPPORTED = 'Social login is not supported by this website';

const UNREADABLE = { social_signed_request: 'a.b' };
const NOTHING = { customer: {}, password_attributes: {}, accept_terms: false };

const ERRORS: readonly Row[] = [
  [
    'Missing or invalid `key`',
    [
      ['missing', KEY, () => t.api.get('/fanclub', { key: null })],
      ['unknown', KEY, () => t.api.post('/login', {}, { key: 'unknown' })],
      ['revoked', KEY, () => s.revokedKey()],
      ['an unknown search key', KEY, () => s.search('unknown')],
      ["another organization's search key", KEY, () => s.searchOfStranger()],
    ],
  ],
  [
    'Unexpected server failure',
    [['any failure', 'An error has occurred, please try again later.', () => s.broken()]],
  ],
  [
    'Logged out on a session endpoint',
    API_ROUTES.filter(([, , caller]) => caller === 'customer').map(([method, path]): Case => [
      `${method} ${path}`,
      LOG_IN,
      () => t.api.request(method, path.replace(':id', '1')),
    ]),
  ],
  [
    'POST /accounts without customer parameter',
    [
      ['no body', 'Customer parameter is required.', () => t.api.post('/accounts')],
      ['no known field', 'Customer parameter is required.', () => t.api.post('/accounts', { name: 'Ada' })],
    ],
  ],
  [
    'POST /accounts validation',
    [
      [
        'all together',
        [
          "Email can't be blank",
          "Birthdate can't be blank",
          "Password can't be blank",
          'Must accept terms of service',
        ],
        () => t.api.post('/accounts', NOTHING),
      ],
      [
        'all together, with a forum',
        [
          "Email can't be blank",
          "Birthdate can't be blank",
          "Username can't be blank",
          "Password can't be blank",
          'Must accept terms of service',
        ],
        () => s.inForum(() => t.api.post('/accounts', NOTHING)),
      ],
      ['malformed address', 'Email does not appear to be valid', () => s.create({ email: 'ada' })],
      [
        'taken address',
        'Email has already been taken',
        () => s.besides({ email: 'ADA@x.example' }, () => s.create({ email: 'ada@X.example' })),
      ],
      ['no date', 'Birthdate is not a valid date', () => s.create({ birthdate: '2001-02-29' })],
      ['twelve years old', 'You are not old enough', () => s.create({ birthdate: '2013-06-16' })],
      [
        'taken user name',
        'Username has already been taken',
        () => s.inForum(() => s.besides({ username: 'Ada' }, () => s.create({ username: 'ada' }))),
      ],
      ['short password', 'Password is too short (minimum is 8 characters)', () => s.createWith('1234567')],
      [
        'endless password',
        'Password is too long (maximum is 128 characters)',
        () => s.createWith('x'.repeat(129)),
      ],
      [
        'other confirmation',
        "Password confirmation doesn't match Password",
        () => s.createWith('12345678', '12345679'),
      ],
    ],
  ],
  [
    'POST /account validation',
    [
      ['no address', "Email can't be blank", () => s.update({ email: ' ' })],
      ['malformed address', 'Email does not appear to be valid', () => s.update({ email: 'ada' })],
      [
        'taken address',
        'Email has already been taken',
        () => s.besides({ email: 'eve@x.example' }, () => s.update({ email: 'Eve@x.example' })),
      ],
      ['no user name', "Username can't be blank", () => s.inForum(() => s.withoutUsername())],
      [
        'taken user name',
        'Username has already been taken',
        () => s.inForum(() => s.besides({ username: 'Eve' }, () => s.update({ username: 'eve' }))),
      ],
      [
        'wrong current password',
        'Current password is incorrect',
        () => s.changePassword('12345678', '12345678', 'wrong'),
      ],
      [
        'no current password',
        'Current password is incorrect',
        () => s.changePassword('12345678', '12345678', null),
      ],
      ['no new password', "Password can't be blank", () => s.changePassword('', '12345678')],
      [
        'short password',
        'Password is too short (minimum is 8 characters)',
        () => s.changePassword('1234567'),
      ],
      [
        'other confirmation',
        "Password confirmation doesn't match Password",
        () => s.changePassword('12345678', '12345679'),
      ],
    ],
  ],
  [
    'Login: customer blacklisted',
    [
      ['by password', BLACKLISTED, () => s.logIn({ blacklisted: true })],
      ['by signed request', BLACKLISTED, () => s.socialLogInOf({ blacklisted: true })],
    ],
  ],
  [
    'Login: e-mail not found or wrong password',
    [
      ['address not found', CREDENTIALS, () => s.logIn({ email: 'other@x.example' })],
      ['wrong password', CREDENTIALS, () => s.logIn({}, 'wrong')],
      ['blank password', CREDENTIALS, () => s.logIn({}, '')],
      ['neither', CREDENTIALS, () => t.api.post('/login')],
    ],
  ],
  [
    'Login: unregistered account',
    [
      ['by password', UNREGISTERED, () => s.logIn({ registered: false, passwordHash: null })],
      ['by signed request', UNREGISTERED, () => s.socialLogInOf({ registered: false })],
    ],
  ],
  [
    'Login: unconfirmed account',
    [
      ['by password', UNCONFIRMED, () => s.logIn({ confirmedAt: null })],
      ['by signed request', UNCONFIRMED, () => s.socialLogInOf({ confirmedAt: null })],
    ],
  ],
  [
    'Social login: bad signature format',
    [
      ['POST /login', FORMAT, () => s.socialLogIn(UNREADABLE)],
      ['POST /account/register', FORMAT, () => s.register(s.buyer(), UNREADABLE)],
      ['POST /account/register without any', FORMAT, () => s.register(s.buyer(), {})],
      ['POST /account/connect/social', FORMAT, () => s.connect(s.ada(), UNREADABLE)],
      ['POST /account/connect/social without any', FORMAT, () => s.connect(s.ada(), {})],
    ],
  ],
  [
    'Social login: request too old',
    [
      ['POST /login', TOO_OLD, () => s.socialLogIn(s.oldClaim())],
      ['POST /account/register', TOO_OLD, () => s.register(s.buyer(), s.oldClaim())],
      ['POST /account/connect/social', TOO_OLD, () => s.connect(s.ada(), s.oldClaim())],
    ],
  ],
  [
    'Social login / register: invalid signature',
    [
      ['POST /login', SIGNATURE, () => s.socialLogIn(s.forgedClaim())],
      ['POST /account/register', SIGNATURE, () => s.register(s.buyer(), s.forgedClaim())],
      ['POST /account/connect/social', SIGNATURE, () => s.connect(s.ada(), s.forgedClaim())],
    ],
  ],
  [
    'Social login: no access',
    [
      [
        'an account without a connection',
        'Sorry, your social account does not have access to this website.',
        () => s.socialLogIn(),
      ],
    ],
  ],
  [
    'Register with only the signed request',
    [
      [
        'after buying a free plan',
        [
          "Email can't be blank",
          "Birthdate can't be blank",
          "Password can't be blank",
          'Must accept terms of service',
        ],
        () => s.register(s.buyer()),
      ],
      [
        'with a forum',
        [
          "Email can't be blank",
          "Birthdate can't be blank",
          "Username can't be blank",
          "Password can't be blank",
          'Must accept terms of service',
        ],
        () => s.inForum(() => s.register(s.buyer())),
      ],
    ],
  ],
  [
    'Connect: provider unsupported',
    [
      ['none', UNSUPPORTED, async () => (await s.ada()).post('/account/connect/social', s.claim())],
      ['none, logged out', UNSUPPORTED, () => t.api.post('/account/connect/social', s.claim())],
      ['none, POST /login', UNSUPPORTED, () => t.api.post('/login', s.claim())],
    ],
  ],
  [
    'Connect: already connected',
    [
      ['the customer', 'Authentications provider has already been taken', () => s.connectAgain()],
      ['the account', 'Authentications uid has already been taken', () => s.connectTaken()],
    ],
  ],
  ['Connect: not logged in', [['a visitor', 'Must be logged in', () => s.connect(t.api)]]],
  [
    'GET /contests/{id} or enter: unknown id',
    [
      ['GET', 'No contest found', () => t.api.get('/contests/1')],
      ['GET with an invalid id', 'No contest found', () => t.api.get('/contests/abc')],
      ['enter', 'No contest found', async () => (await s.ada()).post('/contests/1/enter')],
      ['enter with an invalid id', 'No contest found', async () => (await s.ada()).post('/contests/0/enter')],
    ],
  ],
  [
    'Enter: already entered',
    [['a second time', 'You have already entered this contest', () => s.enterAgain()]],
  ],
  [
    'Enter: contest not started',
    [['upcoming', "Contest hasn't started yet", () => s.enter({ when: 'upcoming' })]],
  ],
  ['Enter: contest ended', [['ended', 'Contest has ended', () => s.enter({ when: 'ended' })]]],
  [
    'Enter: customer below minimum age',
    [
      [
        'too young',
        'You must be 18 or older to enter this contest',
        () => s.enter({ minimumAge: 18 }, { age: 17 }),
      ],
      [
        'without birthdate',
        'You must be 18 or older to enter this contest',
        () => s.enter({ minimumAge: 18 }, { birthdate: null }),
      ],
    ],
  ],
  [
    'POST /contacts without contact parameter',
    [
      ['no body', 'Contact parameter is required.', () => t.api.post('/contacts')],
      [
        'top level',
        'Contact parameter is required.',
        () => t.api.post('/contacts', { email: 'a@x.example' }),
      ],
    ],
  ],
  [
    'Contact: already a customer',
    [
      [
        'in any letter case',
        'Email is already subscribed as a member of The Fans',
        () => s.besides({ email: 'ada@x.example' }, () => s.signUp({ email: 'Ada@x.example' })),
      ],
    ],
  ],
  [
    'Contact: already a contact',
    [['in any letter case', 'You are already subscribed', () => s.signUpAgain()]],
  ],
  [
    'Contact: bad e-mail',
    [
      ['malformed', 'Email does not appear to be valid', () => s.signUp({ email: 'ada' })],
      ['blank', 'Email does not appear to be valid', () => s.signUp({ email: '' })],
    ],
  ],
  [
    'Contact: bad birthdate',
    [['no date', 'Must enter a valid birthdate', () => s.signUp({ birthdate: '1990-13-01' })]],
  ],
  [
    'Contact: too young',
    [['twelve years old', 'You are not old enough', () => s.signUp({ birthdate: '2013-06-16' })]],
  ],
  [
    "Order not found or not the customer's",
    [
      ['unknown', 'No order found', async () => (await s.ada()).get('/orders/1')],
      ["another customer's", 'No order found', () => s.othersOrder()],
    ],
  ],
  ['No latest order', [['none', 'No order found', async () => (await s.ada()).get('/orders/latest')]]],
  [
    'Unknown subscription id',
    [['unknown', 'No subscription found', async () => (await s.ada()).get('/subscriptions/1')]],
  ],
  ['Unknown event id', [['unknown', 'No event found', () => t.api.get('/events/1')]]],
  [
    'Other refusals',
    [
      ['register, logged out (contract 4.11)', LOG_IN, async () => s.register(t.api, await s.withProvider())],
      [
        'register, registered (contract 4.11)',
        'You are already registered',
        async () => s.register(s.ada(), await s.withProvider()),
      ],
      [
        'enter, of another plan (contract 6.8)',
        'You are not eligible to enter this contest',
        () => s.enterForOthers(),
      ],
    ],
  ],
];

describe.each(ERRORS)('%s', (_, cases) => {
  it.each(cases)('%s: %j', async (_what, messages, ask) => {
    const { code, text } = await ask();
    expect([code, text]).toEqual([200, JSON.stringify({ status: 'error', messages: [messages].flat() })]);
  });
});

const BLANK = ["can't be blank"];
const UNLISTED = ['is not included in the list'];

describe('POST /account/shipping validation', () => {
  it.each<[what: string, messages: string[], errors: object, ask: () => Promise<Answer>]>([
    [
      'nothing, and nothing on file',
      [
        "First name can't be blank",
        "Last name can't be blank",
        "Address can't be blank",
        "City can't be blank",
        "State can't be blank",
        "Postal code can't be blank",
        "Country can't be blank",
      ],
      {
        first_name: BLANK,
        last_name: BLANK,
        address: BLANK,
        city: BLANK,
        state: BLANK,
        postal_code: BLANK,
        country: BLANK,
      },
      async () => (await s.ada()).post('/account/shipping', {}),
    ],
    ['a blank field', ["First name can't be blank"], { first_name: BLANK }, () => s.ship({ first_name: '' })],
    [
      'no country',
      ['Country is not included in the list'],
      { country: UNLISTED },
      () => s.ship({ country: 'XX' }),
    ],
    ['a blank option', ["Option name can't be blank"], { item_type_1: BLANK }, () => s.choose('')],
    [
      'no option',
      ['Option name is not included in the list'],
      { item_type_1: UNLISTED },
      () => s.choose(999),
    ],
  ])('%s: %j', async (_, messages, errors, ask) => {
    const { code, text } = await ask();
    expect([code, text]).toEqual([200, JSON.stringify({ status: 'error', messages, errors })]);
  });
});

it('only an unknown path is answered with 404', async () => {
  const { code, text } = await t.api.post('/nowhere', {});
  const messages = ['The requested resource was not found on the server.'];
  expect([code, text]).toEqual([404, JSON.stringify({ status: 'error', messages })]);
});

describe('a success with a text', () => {
  it.each<[what: string, messages: string[], ask: () => Promise<Answer>]>([
    [
      'POST /contests/{id}/enter',
      [
        'You have been entered into the Backstage contest',
        'If you are chosen as a winner you will be contacted via email for confirmation and further details',
      ],
      () => s.enter({ name: 'Backstage' }),
    ],
    ['POST /contacts', ['Please check your email for confirmation instructions'], () => s.signUp({})],
    ['POST /account/connect/social', ['Your social account has been connected.'], () => s.connect(s.ada())],
  ])('%s: %j', async (_, messages, ask) => {
    const { code, text } = await ask();
    expect([code, text]).toEqual([200, JSON.stringify({ status: 'ok', messages })]);
  });
});
