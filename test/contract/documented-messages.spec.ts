import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sql } from '../../src/platform/database';
import { holdFanclub } from '../../src/platform/tenants';
import type { Answer } from '../support/api';
import { testApp } from '../support/start-test-app';
import { accountRefusals } from './refusals/accounts';
import { contactRefusals, otherRefusals } from './refusals/others';
import { providerRefusals } from './refusals/providers';
import type { Row } from './refusals/texts';
import { SPECIFIED } from './routes';
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
  // A quarter of them may wait for the release of a held fan club: none.
  MAX_REQUESTS_IN_FLIGHT: '3',
});
const s = new Scenes(t);

beforeEach(() => t.given.fanclub({ name: 'The Fans', supportEmail: 'help@fans.example', minimumAge: 13 }));

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

/** The operations of docs/contract.md; the paths have an id and a provider. */
const OPERATIONS = SPECIFIED.flatMap(([method, route]) => {
  const item = paths[route.replace(/:(\w+)/g, '{$1}')];
  const path = route.replace(':id', '1').replace(':provider', 'social');
  return { id: item[method.toLowerCase()].operationId, path, isPost: method === 'POST' };
});
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
async function twice(ask: (n: number) => Promise<Answer>): Promise<Answer> {
  await ask(1);
  return ask(2);
}

const EVERYWHERE: Row[] = [
  ...withMessage('Callback is invalid.').map((id): Row => {
    const { path, isPost } = OPERATIONS.find((one) => one.id === id)!;
    const query = { callback: '1', ...(isPost && { _method: 'POST' }) };
    return [id, 'Callback is invalid.', () => t.api.get(path, { query })];
  }),
  ...withMessage(NOT_ALLOWED).map((id): Row => {
    const headers = { 'user-agent': 'Mozilla/5.0' };
    const origin = 'https://evil.example';
    // Scripts cannot send it.
    if (id === 'refreshTokens')
      return [id, NOT_ALLOWED, () => t.api.post(pathOf(id), {}, { headers: { origin } })];
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
    () => twice((n) => (n === 1 ? s.create({ email: 'a@x.example' }) : s.registerFully())),
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

/** All operations that write, while the fan club is held. */
const HELD: Row[] = withMessage(TOO_MANY)
  .filter((id) => id !== 'findCustomer')
  .map((id): Row => {
    const { path, isPost } = OPERATIONS.find((one) => one.id === id)!;
    const ask = async (): Promise<Answer> => {
      await holdFanclub(new Sql(t.db), (await t.given.fanclub()).key, 10_000);
      return t.api.request(isPost ? 'POST' : 'GET', path);
    };
    return [id, TOO_MANY, ask];
  });

const ROWS = [
  ...EVERYWHERE,
  ...HELD,
  ...LIMITED,
  ...accountRefusals(t, s),
  ...providerRefusals(t, s),
  ...contactRefusals(t, s),
  ...otherRefusals(t, s),
];

/** Messages that only simultaneous requests lead to; account-ownership.e2e-spec.ts has the test. */
const ONLY_IN_RACES: Readonly<Record<string, string[]>> = { createAccount: ['You are already registered'] };

it('the operations that write are those that a hold refuses', () => {
  const writing = OPERATIONS.filter(({ id, isPost }) => isPost || id === 'logOut').map(({ id }) => id);
  expect([...new Set(HELD.map(([id]) => id))].sort()).toEqual([...new Set(writing)].sort());
});

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
