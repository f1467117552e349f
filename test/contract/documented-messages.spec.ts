import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Api } from '../support/api';
import { testApp } from '../support/start-test-app';
import { Scenes } from './scenes';

/*
 * Every message that openapi.json lists at an operation occurs there. The test clients check the other direction: that each message of
 * an answer is listed. Not covered are the lists GeneralMessage and BodyMessage, which all operations share.
 */

// One request is within each limit.
const t = testApp({
  LIMIT_LOGIN_ROW: '1/60',
  LIMIT_SIGN_UP_NETWORK: '1/60',
  LIMIT_LOOKUP_NETWORK: '1/60',
  LIMIT_SEARCH_KEY: '1/60',
});
const s = new Scenes(t);

beforeEach(() => t.given.fanclub({ name: 'The Fans', supportEmail: 'help@fans.example', minimumAge: 13 }));

type Ask = () => Promise<Answer>;
/** A request that leads to all of these messages of an operation. */
type Row = readonly [operation: string, messages: string | readonly string[], ask: Ask];

interface Schema {
  readonly enum?: string[];
  /** A sentence with `<name>` for each variable part. */
  readonly description?: string;
  readonly pattern?: string;
}
interface Failure {
  properties: { messages: { items: { anyOf: Schema[] } } };
}
const { paths, components } = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, Failure | undefined> };
};

/** Method and path of each operation, the path with an id and a provider. */
const OPERATIONS = Object.entries(paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, { operationId: id }]) => {
    const path = template.replace('{id}', '1').replace('{provider}', 'social');
    return { id, path, isPost: method === 'post' };
  }),
);
const pathOf = (id: string): string => OPERATIONS.find((one) => one.id === id)!.path;

/** The messages of an operation's own; an operation with a second path has them once. */
const DOCUMENTED = new Map(
  OPERATIONS.flatMap(({ id }): [string, string[]][] => {
    const failure = components.schemas[`${id[0].toUpperCase()}${id.slice(1)}Failure`];
    const parts = failure?.properties.messages.items.anyOf ?? [];
    const texts = parts.flatMap((one) => one.enum ?? (one.pattern === undefined ? [] : [one.description!]));
    return failure ? [[id, texts]] : [];
  }),
);
const withMessage = (text: string): string[] =>
  [...DOCUMENTED].flatMap(([id, texts]) => (texts.includes(text) ? [id] : []));

const NOT_ALLOWED = 'This website is not allowed to use this API.';
const TOO_MANY = 'Too many requests, please try again later.';
const LOG_IN = 'Please log in to access your online benefits.';
const PASSWORDS = [
  'Password is too short (minimum is 8 characters)',
  "Password confirmation doesn't match Password",
];
const TOO_LONG_PASSWORD = 'Password is too long (maximum is 128 characters)';
const UNSUPPORTED = 'Social login is not supported by this website';
const [FORMAT, TOO_OLD, SIGNATURE] = ['Format', 'Too old', 'Invalid signature'].map(
  (fault) => `Invalid request: ${fault}. Please try logging in again.`,
);
const CONTACT = 'for assistance.';
const invalid = (...names: string[]): string[] => names.map((name) => `${name} is invalid`);
const tooLong = (...names: string[]): string[] =>
  names.map((name) => `${name} is too long (maximum is 255 characters)`);
const missing = (...names: string[]): string[] => names.map((name) => `${name} can't be blank`);
const each = (names: readonly string[], value: unknown): object =>
  Object.fromEntries(names.map((name) => [name, value]));
const LONG = 'x'.repeat(256);

const NAMES = ['first_name', 'last_name', 'username'];
const NAME_LABELS = ['First name', 'Last name', 'Username'];
const LINES = ['first_name', 'last_name', 'address', 'address_2', 'city', 'state', 'postal_code'];
const LINE_LABELS = ['First name', 'Last name', 'Address', 'Address 2', 'City', 'State', 'Postal code'];

async function twice(ask: (n: number) => Promise<Answer>): Promise<Answer> {
  await ask(1);
  return ask(2);
}

/** Registers the buyer of a free plan, with everything that is required. */
const registerFully = (fields: object = {}, buyer: Api | Promise<Api> = s.buyer()): Promise<Answer> =>
  s.register(buyer, {
    ...s.claim(),
    email: 'new@x.example',
    birthdate: '1990-12-10',
    accept_terms: true,
    ...fields,
  });
const deauthorize = async (claim: object): Promise<Answer> => {
  await t.given.loginProvider();
  return t.api.post('/account/connect/deauthorize_social', claim);
};
const asAda = async (id: string): Promise<Answer> => (await s.ada()).get(pathOf(id));

const EVERYWHERE: Row[] = [
  ...withMessage('Callback is invalid.').map((id): Row => {
    const { path, isPost } = OPERATIONS.find((one) => one.id === id)!;
    const query = { callback: '1', ...(isPost && { _method: 'POST' }) };
    return [id, 'Callback is invalid.', () => t.api.get(path, { query })];
  }),
  ...withMessage(NOT_ALLOWED).map((id): Row => {
    const headers = { 'user-agent': 'Mozilla/5.0' };
    return [id, NOT_ALLOWED, () => t.api.jsonpPost(pathOf(id), {}, { headers })];
  }),
  ...withMessage(LOG_IN)
    .filter((id) => id !== 'register')
    .map((id): Row => {
      const { path, isPost } = OPERATIONS.find((one) => one.id === id)!;
      return [id, LOG_IN, () => t.api.request(isPost ? 'POST' : 'GET', path)];
    }),
];

const LIMITED: Row[] = [
  ['logIn', TOO_MANY, () => twice(() => t.api.post('/login', { email: 'a@x.example', password: 'wrong' }))],
  ['createAccount', TOO_MANY, () => twice((n) => s.create({ email: `a${n}@x.example` }))],
  [
    'updateAccount',
    TOO_MANY,
    async () => {
      const ada = await s.ada();
      return twice((n) => ada.post('/account', { email: `a${n}@x.example` }));
    },
  ],
  [
    'register',
    TOO_MANY,
    () => twice((n) => (n === 1 ? s.create({ email: 'a@x.example' }) : registerFully())),
  ],
  ['signUpContact', TOO_MANY, () => twice((n) => s.signUp({ email: `a${n}@x.example` }))],
  [
    'findCustomer',
    TOO_MANY,
    async () => {
      const apiKey = await t.given.organizationKey();
      return twice(() => s.search(apiKey));
    },
  ],
];

const ACCOUNTS: Row[] = [
  ['createAccount', 'Customer parameter is required.', () => t.api.post('/accounts')],
  [
    'createAccount',
    [...missing('Email', 'Birthdate', 'Username', 'Password'), 'Must accept terms of service'],
    () =>
      s.inForum(() =>
        t.api.post('/accounts', { customer: {}, password_attributes: {}, accept_terms: false }),
      ),
  ],
  [
    'createAccount',
    [
      'Email does not appear to be valid',
      'Birthdate is not a valid date',
      ...invalid(...NAME_LABELS),
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        s.create({
          ...each([...NAMES, 'email', 'birthdate'], []),
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'createAccount',
    [...tooLong(...NAME_LABELS), TOO_LONG_PASSWORD],
    () => s.inForum(() => s.create({ ...each(NAMES, LONG), password: LONG })),
  ],
  [
    'createAccount',
    ['Email has already been taken', 'Username has already been taken', 'You are not old enough'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'new@x.example', username: 'Ada' }, () =>
          s.create({ username: 'Ada', birthdate: '2025-01-01' }),
        ),
      ),
  ],
  [
    'updateAccount',
    missing('Email', 'Username', 'Password'),
    () => s.inForum(() => s.update({ email: '', username: '', password_confirmation: '12345678' })),
  ],
  [
    'updateAccount',
    [
      'Email does not appear to be valid',
      ...invalid(...NAME_LABELS, 'Lists opt in source'),
      'Current password is incorrect',
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        s.update({
          ...each([...NAMES, 'email', 'lists_opt_in_source'], []),
          lists_opt_in: 'True',
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'updateAccount',
    [...tooLong(...NAME_LABELS, 'Lists opt in source'), TOO_LONG_PASSWORD],
    () =>
      s.inForum(() =>
        s.update({ ...each([...NAMES, 'lists_opt_in_source'], LONG), lists_opt_in: true, password: LONG }),
      ),
  ],
  [
    'updateAccount',
    ['Email has already been taken', 'Username has already been taken'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'eve@x.example', username: 'Eve' }, () =>
          s.update({ email: 'eve@x.example', username: 'Eve' }),
        ),
      ),
  ],
];

const LOG_INS: Row[] = [
  ['logIn', 'Email and password combination is incorrect.', () => t.api.post('/login')],
  [
    'logIn',
    `Unable to login. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ blacklisted: true }),
  ],
  [
    'logIn',
    `The email address <email> belongs to an unregistered account. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ registered: false, passwordHash: null }),
  ],
  [
    'logIn',
    `Your social account belongs to an unregistered account. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    async () => {
      await t.given.authentication({ customer: await t.given.unregisteredCustomer(), uid: '1001' });
      return s.socialLogIn();
    },
  ],
  [
    'logIn',
    'The email address <email> has not been confirmed. Please use the link in your confirmation email or contact ' +
      `<SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ confirmedAt: null }),
  ],
  ['logIn', 'Sorry, your social account does not have access to this website.', () => s.socialLogIn()],
  ['logIn', UNSUPPORTED, () => t.api.post('/login', s.claim())],
  ['logIn', FORMAT, () => s.socialLogIn({ social_signed_request: 'a.b' })],
  ['logIn', TOO_OLD, () => s.socialLogIn(s.oldClaim())],
  ['logIn', SIGNATURE, () => s.socialLogIn(s.forgedClaim())],
];

const PROVIDERS: Row[] = [
  ['register', UNSUPPORTED, () => t.api.post('/account/register', s.claim())],
  ['register', LOG_IN, async () => s.register(t.api, await s.withProvider())],
  ['register', 'You are already registered', async () => s.register(s.ada(), await s.withProvider())],
  ['register', FORMAT, () => s.register(s.buyer(), {})],
  ['register', TOO_OLD, () => s.register(s.buyer(), s.oldClaim())],
  ['register', SIGNATURE, () => s.register(s.buyer(), s.forgedClaim())],
  [
    'register',
    [...missing('Email', 'Birthdate', 'Username', 'Password'), 'Must accept terms of service'],
    () => s.inForum(() => s.register(s.buyer())),
  ],
  [
    'register',
    [
      'Email does not appear to be valid',
      'Birthdate is not a valid date',
      ...invalid(...NAME_LABELS),
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        registerFully({
          ...each([...NAMES, 'email', 'birthdate'], []),
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'register',
    [...tooLong(...NAME_LABELS), TOO_LONG_PASSWORD],
    () => s.inForum(() => registerFully({ ...each(NAMES, LONG), password: LONG })),
  ],
  [
    'register',
    ['Email has already been taken', 'Username has already been taken', 'You are not old enough'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'new@x.example', username: 'Ada' }, () =>
          registerFully({ username: 'Ada', birthdate: '2025-01-01' }),
        ),
      ),
  ],
  [
    'register',
    'Authentications provider has already been taken',
    async () => {
      const buyer = await s.buyer();
      await t.db.query(
        `INSERT INTO authentications (fanclub_id, customer_id, name, uid)
         SELECT fanclub_id, id, 'social', '1002' FROM customers`,
      );
      return registerFully({}, buyer);
    },
  ],
  [
    'register',
    'Authentications uid has already been taken',
    async () => {
      await t.given.authentication({ uid: '1001' });
      return registerFully();
    },
  ],
  ['connectProvider', UNSUPPORTED, () => t.api.post('/account/connect/social', s.claim())],
  ['connectProvider', 'Must be logged in', () => s.connect(t.api)],
  ['connectProvider', FORMAT, () => s.connect(s.ada(), {})],
  ['connectProvider', TOO_OLD, () => s.connect(s.ada(), s.oldClaim())],
  ['connectProvider', SIGNATURE, () => s.connect(s.ada(), s.forgedClaim())],
  ['connectProvider', 'Authentications provider has already been taken', () => s.connectAgain()],
  ['connectProvider', 'Authentications uid has already been taken', () => s.connectTaken()],
  ['deauthorizeProvider', UNSUPPORTED, () => t.api.post('/account/connect/deauthorize_social', s.claim())],
  ['deauthorizeProvider', FORMAT, () => deauthorize({})],
  ['deauthorizeProvider', TOO_OLD, () => deauthorize(s.oldClaim())],
  ['deauthorizeProvider', SIGNATURE, () => deauthorize(s.forgedClaim())],
];

const CONTACT_TEXTS = ['first_name', 'last_name', 'lists_opt_in_source'];
const CONTACT_LABELS = ['First name', 'Last name', 'Lists opt in source'];
const numbered = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, n]));

const CONTACTS: Row[] = [
  ['signUpContact', 'Contact parameter is required.', () => t.api.post('/contacts')],
  ['signUpContact', 'Email does not appear to be valid', () => s.signUp({ email: '' })],
  [
    'signUpContact',
    'Email is already subscribed as a member of <fanclub_name>',
    () => s.besides({ email: 'ada@x.example' }, () => s.signUp({ email: 'ada@x.example' })),
  ],
  ['signUpContact', 'You are already subscribed', () => s.signUpAgain()],
  ['signUpContact', 'Must enter a valid birthdate', () => s.signUp({ birthdate: '1990-13-01' })],
  ['signUpContact', 'You are not old enough', () => s.signUp({ birthdate: '2025-01-01' })],
  // Only the first fault is reported.
  ...CONTACT_TEXTS.flatMap((name, index): Row[] => [
    ['signUpContact', invalid(CONTACT_LABELS[index]), () => s.signUp({ [name]: [] })],
    ['signUpContact', tooLong(CONTACT_LABELS[index]), () => s.signUp({ [name]: LONG })],
  ]),
  ['signUpContact', 'Custom fields are too many (maximum is 50)', () => s.signUp(numbered)],
  [
    'signUpContact',
    'Custom fields are nested too deeply (maximum is 5 levels)',
    () => s.signUp({ a: [[[[[[1]]]]]] }),
  ],
  ['signUpContact', 'Custom fields are invalid', () => s.signUp({ a: '\0' })],
  [
    'signUpContact',
    'Custom fields are too large (maximum is 16 KiB together)',
    () => s.signUp({ a: 'x'.repeat(17_000) }),
  ],
];

const UNLISTED = 'is not included in the list';

const OTHERS: Row[] = [
  ['showEvent', 'No event found', () => t.api.get('/events/1')],
  ['showContest', 'No contest found', () => t.api.get('/contests/1')],
  ['showOrder', 'No order found', () => asAda('showOrder')],
  ['showLatestOrder', 'No order found', () => asAda('showLatestOrder')],
  ['showSubscription', 'No subscription found', () => asAda('showSubscription')],
  ['enterContest', 'No contest found', async () => (await s.ada()).post('/contests/1/enter')],
  ['enterContest', 'You have already entered this contest', () => s.enterAgain()],
  ['enterContest', "Contest hasn't started yet", () => s.enter({ when: 'upcoming' })],
  ['enterContest', 'Contest has ended', () => s.enter({ when: 'ended' })],
  [
    'enterContest',
    'You must be <minimum_age> or older to enter this contest',
    () => s.enter({ minimumAge: 18 }, { age: 17 }),
  ],
  ['enterContest', 'You are not eligible to enter this contest', () => s.enterForOthers()],
  [
    'updateShipping',
    missing(...LINE_LABELS.filter((label) => label !== 'Address 2'), 'Country'),
    async () => (await s.ada()).post('/account/shipping', {}),
  ],
  [
    'updateShipping',
    [...invalid(...LINE_LABELS), `Country ${UNLISTED}`],
    () => s.ship({ ...each(LINES, []), country: 'XX' }),
  ],
  ['updateShipping', tooLong(...LINE_LABELS), () => s.ship(each(LINES, LONG))],
  ['updateShipping', missing('Option name'), () => s.choose('')],
  ['updateShipping', `Option name ${UNLISTED}`, () => s.choose(999)],
];

const ROWS = [...EVERYWHERE, ...LIMITED, ...ACCOUNTS, ...LOG_INS, ...PROVIDERS, ...CONTACTS, ...OTHERS];

/** Messages that only simultaneous requests lead to; account-ownership.e2e-spec.ts has the test. */
const ONLY_IN_RACES: Readonly<Record<string, string[]>> = { createAccount: ['You are already registered'] };

describe('the messages that openapi.json lists', () => {
  it.each([...DOCUMENTED])('at %s all have a request here', (id, texts) => {
    const here = ROWS.flatMap(([operation, messages]) => (operation === id ? [messages].flat() : []));
    expect([...new Set([...here, ...(ONLY_IN_RACES[id] ?? [])])].sort()).toEqual([...texts].sort());
  });

  it.each(ROWS)('occur: %s: %j', async (_, messages, ask) => {
    const { body } = await ask();
    expect(body.status).toBe('error');
    const sent = body.messages as string[];
    const absent = [messages].flat().filter((text) => !sent.some((one) => patternOf(text).test(one)));
    expect({ absent, sent: absent.length > 0 ? sent : [] }).toEqual({ absent: [], sent: [] });
  });
});

/** A sentence whose variable parts are any texts. */
function patternOf(text: string): RegExp {
  const parts = text.split(/<[a-z_]+>/i).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^<>]+')}$`);
}
