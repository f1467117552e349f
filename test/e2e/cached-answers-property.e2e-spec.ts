import fc from 'fast-check';
import { HttpClient } from '#libs/testing';
import { AnswerCache } from '../../src/platform/answers/answer-cache';
import { KnownAnswers } from '../../src/platform/answers/known-answers';
import { loggedIn } from '../support/logged-in';
import { PROVENANCES, trustWebsite } from '../support/provenances';
import { testApp } from '../support/start-test-app';

const t = testApp();

afterEach(() => jest.restoreAllMocks());

/** Headers that are unique to one answer. */
const OWN = ['date', 'x-request-id'];

/** A fan club with public and members' content, and the kinds of cookies that visitors send. */
async function world() {
  await trustWebsite(t);
  const plan = await t.given.plan();
  const event = await t.given.event();
  const affiliate = await t.given.affiliate();
  await t.given.ticketLink({ event, exclusive: true, codes: ['CLUB-CODE'], plans: [plan], affiliate });
  const contest = await t.given.contest({ event });
  const [customer, neighbour] = [await t.given.customer(), await t.given.customer()];
  for (const one of [customer, neighbour]) {
    await t.given.subscription({ customer: one, plan });
    await t.given.affiliateCodes({ customer: one, affiliate, codes: [`OWN-${one.id}`, '"'] });
  }
  await t.given.entry({ contest, customer });
  const home = await t.given.fanclub();
  const away = await t.given.fanclub({});
  const member = (await loggedIn(t, customer)).cookies;
  const sealed = member.slice(member.indexOf('=') + 1);
  const name = `__Host-fanclub_session_${home.id}`;
  const unregistered = await t.given.customer({ registered: false });
  return {
    paths: [
      ...['/fanclub', '/plans', '/events', '/contests', `/events/${event.id}`, `/contests/${contest.id}`],
      ...['/account', '/account/shipping', '/account/benefits', '/orders', '/subscriptions'],
    ],
    keys: [
      `key=${home.key}`,
      `key=${away.key}`,
      `key=${home.key}&key=${home.key}`,
      `key[]=${home.key}`,
      '',
    ] as const,
    cookies: [
      '',
      member,
      (await loggedIn(t, neighbour)).cookies,
      `other=1; ${member}`,
      `${name}=${sealed}; ${name}=`,
      `${name}=; ${name}=${sealed}`,
      `__Host-fanclub_session_${away.id}=${sealed}`,
      `__Host-fanclub_session_0${home.id}=${sealed}`,
      `${name.toUpperCase()}=${sealed}`,
      `${name}=`,
      `${name}=made-up`,
      (await loggedIn(t, unregistered)).cookies,
    ],
  };
}

type Spelling = (path: string) => string;

const SPELLINGS: [usual: Spelling, ...others: Spelling[]] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}.json`,
  (path) => path.replace('e', '%65'),
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
];

const PARAMETERS = [
  'callback=show',
  'c%61llback=show',
  'callback=',
  'callback=a&callback=b',
  'callback[]=show',
  'Callback=show',
  '_method=POST',
  '_method=GET',
  'scope=past',
  'scope=entered',
  'limit=1',
  'limit=nonsense',
  `long=${'x'.repeat(4_100)}`,
  '_=1',
];

const EXAMPLES = 300;

it('every visitor and customer gets the handler’s answer, for any spelling of the request and after any other', async () => {
  const { paths, keys, cookies } = await world();
  const mostly = <T>(usual: T, ...others: readonly T[]) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, fc.constantFrom(usual, ...others));
  const asked = fc.record({
    method: mostly('GET', 'HEAD', 'OPTIONS', 'POST'),
    path: fc.constantFrom(...paths),
    spell: mostly(...SPELLINGS),
    key: mostly(...keys),
    more: fc.oneof(fc.constant([]), fc.subarray(PARAMETERS, { maxLength: 2 })),
    sign: mostly('?', '#'),
    cookie: fc.constantFrom(...cookies),
    from: fc.oneof(fc.constant({}), fc.constantFrom(...PROVENANCES.map(({ headers }) => headers))),
  });
  let [cached, early] = [0, 0];
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, path, spell, key, more, sign, cookie, from }) => {
      const address = `/api/v1${spell(path)}${sign}${[key, ...more].join('&')}`;
      const sent = { ...from, ...(cookie && { cookie }) };
      const ask = async () => {
        const answer = await new HttpClient(t.origin).request(method, address, { headers: sent });
        const common = Object.entries(answer.headers).filter(([name]) => !OWN.includes(name));
        return { status: answer.status, headers: Object.fromEntries(common), text: answer.text };
      };
      const find = jest.spyOn(AnswerCache.prototype, 'find');
      const first = jest.spyOn(KnownAnswers.prototype, 'answer');
      const answers = [await ask(), await ask(), await ask()];
      if (find.mock.results.some(({ value }) => value !== null)) cached += 1;
      if (first.mock.results.some(({ value }) => value === true)) early += 1;
      jest.spyOn(AnswerCache.prototype, 'isCacheable').mockReturnValue(false);
      const handlers = await ask();
      jest.restoreAllMocks();
      expect(answers).toEqual([handlers, handlers, handlers]);
    }),
    { numRuns: EXAMPLES },
  );
  // If the cache was hardly used, the test proves nothing. Two fifths of the examples use it.
  expect(Math.min(cached, early)).toBeGreaterThan(EXAMPLES / 10);
}, 60_000);
