import { Passwords } from '#libs/password';
import { Customer } from '#domains/accounts/customer.entity';
import { countedAddress, RateLimit } from '../../src/platform/limits';
import { PASSWORD } from '#samples';
import type { Answer, Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp({
  TRUST_PROXY: '127.0.0.1',
  LIMIT_LOGIN_ROW: '4/900',
  LIMIT_LOGIN_EMAIL: '7/900',
  LIMIT_LOGIN_NETWORK: '9/60',
  LIMIT_PASSWORD_RESET_EMAIL: '2/3600',
  LIMIT_PASSWORD_RESET_NETWORK: '3/60',
  // The queue holds a hundred simultaneous requests.
  PASSWORD_QUEUE: '200',
  LIMIT_SEARCH_KEY: '4/1',
});

const HERE = '192.0.2.1';
const ELSEWHERE = '192.0.2.2';

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (email: string, password: string, address = HERE, key?: string): Promise<Answer> =>
  t.api
    .stranger()
    .post('/login', { email, password }, { headers: from(address), ...(key !== undefined && { key }) });

/** The outcome of an answer: ok, limited (with the seconds to wait), or the first message. */
function outcome({ code, headers, body }: Answer): string {
  expect(code).toBe(200);
  if (body.status === 'ok') return 'ok';
  if (body.messages[0] !== 'Too many requests, please try again later.') return body.messages[0] as string;
  expect(body).toEqual({ status: 'error', messages: ['Too many requests, please try again later.'] });
  return `wait ${headers.get('retry-after')}`;
}

/** The outcomes of an action that is repeated, one after the other. */
async function times(count: number, act: (n: number) => Promise<Answer>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(outcome(await act(n)));
  return outcomes;
}

const repeated = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
const WRONG = 'Email and password combination is incorrect.';

afterEach(() => jest.restoreAllMocks());

describe('wrong passwords in a row', () => {
  it.each(['ada@x.example', 'nobody@x.example'])(
    'are limited, whether the account exists or not (%s), until the window ends',
    async (email) => {
      await t.given.customer({ email: 'ada@x.example' });
      const fail = (n: number) => logIn(email, `wrong ${n}`);
      expect(await times(6, fail)).toEqual([...repeated(4, WRONG), ...repeated(2, 'wait 900')]);
      t.clock.advance(899.5);
      expect(await times(1, fail)).toEqual(['wait 1']);
      t.clock.advance(0.5);
      expect(await times(5, fail)).toEqual([...repeated(4, WRONG), 'wait 900']);
    },
  );

  it('block the correct password too, until the window ends', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    await times(4, () => logIn('ada@x.example', 'wrong'));
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('wait 900');
    t.clock.advance(900);
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('ok');
  });

  it('are counted for one address in any spelling, and for no other address or fan club', async () => {
    await t.given.fanclub();
    const other = await t.given.fanclub({});
    const spellings = ['ada@x.example', ' ADA@x.example', 'Ada@X.example ', 'adA@x.Example'];
    await times(4, (n) => logIn(spellings[n], 'wrong'));
    expect(outcome(await logIn('ada@x.example', 'wrong'))).toBe('wait 900');
    expect(outcome(await logIn('bob@x.example', 'wrong'))).toBe(WRONG);
    expect(outcome(await logIn('ada@x.example', 'wrong', HERE, other.key))).toBe(WRONG);
  });

  it('are counted for every spelling that the database treats as the address', async () => {
    await t.given.customer({ email: 'ian@x.example' });
    await times(4, () => logIn('ian@x.example', 'wrong'));
    // PostgreSQL lowercases this letter to i in most locales.
    expect(outcome(await logIn('\u0130an@x.example', PASSWORD))).toMatch(/^wait/);
    const letters = await t.db.query<{ large: string; small: string }[]>(`
      SELECT chr(n) AS large, lower(chr(n)) AS small FROM generate_series(1, 1114111) n
      WHERE n NOT BETWEEN 55296 AND 57343 AND lower(chr(n)) <> chr(n)`);
    const apart = letters.filter(({ large, small }) => countedAddress(large) !== countedAddress(small));
    expect(letters.length).toBeGreaterThanOrEqual(26);
    expect(apart).toEqual([]);
  });

  it('count only if the password is wrong and was verified', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    expect(await times(8, () => logIn('ada@x.example', PASSWORD))).toEqual(repeated(8, 'ok'));
    expect(await times(8, () => logIn('ada@x.example', ' '))).toEqual(repeated(8, WRONG));
  });

  it('end with a correct one', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    await times(3, () => logIn('ada@x.example', 'wrong'));
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('ok');
    expect(await times(5, () => logIn('ada@x.example', 'wrong'))).toEqual([
      ...repeated(4, WRONG),
      'wait 900',
    ]);
  });

  it('are counted per client network, and have another limit per address', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    expect((await times(5, () => logIn('ada@x.example', 'wrong'))).at(-1)).toBe('wait 900');
    expect(outcome(await logIn('ada@x.example', PASSWORD, ELSEWHERE))).toBe('ok');
    expect(await times(3, () => logIn('ada@x.example', 'wrong', ELSEWHERE))).toEqual(repeated(3, WRONG));
    expect(outcome(await logIn('ada@x.example', PASSWORD, ELSEWHERE))).toBe('wait 900');
    expect(outcome(await logIn('ada@x.example', PASSWORD, '192.0.2.3'))).toBe('wait 900');
    t.clock.advance(900);
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('ok');
  });

  it('are reset by a correct one for that network only', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    await times(4, () => logIn('ada@x.example', 'wrong'));
    expect(outcome(await logIn('ada@x.example', PASSWORD, ELSEWHERE))).toBe('ok');
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('wait 900');
  });

  it.each([
    ['blacklisted', { blacklisted: true }],
    ['unconfirmed', { confirmedAt: null }],
    ['unregistered, with a password,', { registered: false }],
    ['unregistered, without a password,', { registered: false, passwordHash: null }],
  ])('include the correct password of a customer who is %s and may not log in', async (_, facts) => {
    await t.given.customer({ email: 'ada@x.example', ...facts });
    const tries = await times(5, () => logIn('ada@x.example', PASSWORD));
    expect(tries.at(-1)).toBe('wait 900');
    expect(tries.slice(0, 4)).not.toContain(WRONG);
    expect(tries.slice(0, 4)).not.toContain('wait 900');
  });

  it('compute at most as many hashes as the limit when a hundred arrive simultaneously', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const passwords = t.app.get(Passwords);
    const before = passwords.verifications;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => logIn('ada@x.example', `wrong ${n}`, `198.51.100.${n}`)),
    );
    expect(answers.map(outcome).sort()).toEqual([...repeated(7, WRONG), ...repeated(93, 'wait 900')]);
    expect(passwords.verifications - before).toBe(7);
  });

  it('store no readable address', async () => {
    await t.given.fanclub();
    await logIn('ada@x.example', 'wrong');
    const rows = await t.db.getRepository(RateLimit).find({ order: { what: 'ASC' } });
    expect(rows.map(({ what, count }) => [what, count])).toEqual([
      ['loginEmail', 1],
      ['loginNetwork', 1],
      ['loginRow', 1],
    ]);
    expect(rows.map(({ digest }) => digest.length)).toEqual([32, 32, 32]);
  });
});

describe('wrong passwords from a client network', () => {
  const failFrom = (address: string) => (n: number) => logIn(`${n}-${address}@x.example`, 'wrong', address);

  it('are limited for all addresses together, with their own window', async () => {
    await t.given.fanclub();
    expect(await times(10, failFrom(HERE))).toEqual([...repeated(9, WRONG), 'wait 60']);
    expect(outcome(await failFrom(ELSEWHERE)(0))).toBe(WRONG);
    t.clock.advance(60);
    expect(outcome(await failFrom(HERE)(10))).toBe(WRONG);
  });

  it('do not count against the addresses once they are refused', async () => {
    await t.given.fanclub();
    await times(9, failFrom(HERE));
    await times(8, () => logIn('ada@x.example', 'wrong', HERE));
    expect(await times(5, () => logIn('ada@x.example', 'wrong', ELSEWHERE))).toEqual([
      ...repeated(4, WRONG),
      'wait 900',
    ]);
  });

  it('do not block other customers in the network who know their passwords', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    expect(await times(10, () => logIn('ada@x.example', PASSWORD))).toEqual(repeated(10, 'ok'));
    expect((await times(9, failFrom(HERE))).at(-1)).toBe(WRONG);
  });

  it('are counted together for a /64 of IPv6, and separately for the next one', async () => {
    await t.given.fanclub();
    await times(9, (n) => logIn(`${n}@x.example`, 'wrong', `2001:db8:0:1:${n}::${n}`));
    expect(outcome(await logIn('x@x.example', 'wrong', '2001:db8:0:1::ffff'))).toBe('wait 60');
    expect(outcome(await logIn('x@x.example', 'wrong', '2001:db8:0:2::1'))).toBe(WRONG);
  });

  it('are counted for the address that the trusted proxy adds, not for one that the client sends', async () => {
    await t.given.fanclub();
    await times(9, (n) => logIn(`${n}@x.example`, 'wrong', `203.0.113.${n}, ${HERE}`));
    expect(outcome(await logIn('x@x.example', 'wrong', `203.0.113.99, ${HERE}`))).toBe('wait 60');
    expect(outcome(await logIn('x@x.example', 'wrong', `${HERE}, 203.0.113.99`))).toBe(WRONG);
  });

  it('are counted for the proxy itself if it sends no valid address', async () => {
    await t.given.fanclub();
    await times(9, (n) => logIn(`${n}@x.example`, 'wrong', `nonsense ${n}`));
    expect(outcome(await logIn('x@x.example', 'wrong', 'other nonsense'))).toBe('wait 60');
  });
});

describe('a wrong current password', () => {
  it('counts as a failed log-in, and blocks like one', async () => {
    const ada = await t.given.customer({ email: 'ada@x.example' });
    const client = await loggedIn(t, ada);
    const change = (current: string): Promise<Answer> =>
      client.post(
        '/account',
        { current_password: current, password: 'another one', password_confirmation: 'another one' },
        { headers: from(HERE) },
      );
    expect(await times(5, () => change('wrong'))).toEqual([
      ...repeated(4, 'Current password is incorrect'),
      'wait 900',
    ]);
    expect(outcome(await change(PASSWORD))).toBe('wait 900');
    expect(outcome(await logIn('ada@x.example', PASSWORD))).toBe('wait 900');
    t.clock.advance(900);
    expect(outcome(await change(PASSWORD))).toBe('ok');
    expect(await times(5, () => logIn('ada@x.example', 'wrong'))).toContain('wait 900');
  });

  it('is neither checked nor counted if the password does not change', async () => {
    const client = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    expect(await times(6, () => client.post('/account', { current_password: 'wrong' }))).toEqual(
      repeated(6, 'ok'),
    );
  });
});

describe('a new e-mail address', () => {
  it('gets a limited number of mails from all customers together, until the window ends', async () => {
    const ada = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    const bob = await loggedIn(t, await t.given.customer({ email: 'bob@x.example' }));
    const carol = await loggedIn(t, await t.given.customer({ email: 'carol@x.example' }));
    const change = (who: Api, email: string) => who.post('/account', { email, first_name: 'New' });
    expect(outcome(await change(ada, 'eve@x.example'))).toBe('ok');
    expect(outcome(await change(bob, 'EVE@x.example'))).toBe('ok');
    const before = await t.db.getRepository(Customer).find({ order: { id: 'ASC' } });
    const mails = await mailsOf(t);

    await t.given.customer({ email: 'taken@x.example' });
    expect(await times(2, () => change(carol, 'eve@x.example'))).toEqual(repeated(2, 'wait 3600'));
    expect(await times(3, () => change(ada, 'taken@x.example'))).toEqual(
      repeated(3, 'Email has already been taken'),
    );
    const after = await t.db.getRepository(Customer).find({ order: { id: 'ASC' }, take: 3 });
    expect(after).toEqual(before);
    expect(await mailsOf(t)).toEqual(mails);

    expect(outcome(await change(ada, 'other@x.example'))).toBe('ok');
    t.clock.advance(3600);
    expect(outcome(await change(ada, 'eve@x.example'))).toBe('ok');
  });

  it('that is sent with every save is mailed only within the limit, and the other fields are saved', async () => {
    const client = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    for (let n = 1; n <= 5; n += 1) {
      const { body } = await client.post('/account', { email: 'new@x.example', first_name: `Ada ${n}` });
      expect([body.status, body.customer.first_name, body.customer.new_email]).toEqual([
        'ok',
        `Ada ${n}`,
        'new@x.example',
      ]);
    }
    const sent = (await mailsOf(t)).filter(({ kind }) => kind === 'confirm_new_address');
    expect(sent).toHaveLength(2);
    // The link that was mailed last still works.
    expect((await new Pages(t.origin).open(sent[1].link)).status).toBe(200);
  });

  it('is not counted if it is the current one', async () => {
    const client = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    expect(await times(4, () => client.post('/account', { email: 'ADA@x.example' }))).toEqual(
      repeated(4, 'ok'),
    );
    expect(await t.db.getRepository(RateLimit).count()).toBe(0);
  });

  it('is refused after all other errors, before a password is hashed', async () => {
    const client = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    const password = {
      current_password: PASSWORD,
      password: 'new secret',
      password_confirmation: 'new secret',
    };
    const change = (more: object) => client.post('/account', { email: 'eve@x.example', ...more });
    expect(await times(2, () => change({}))).toEqual(['ok', 'ok']);
    await client.post('/account', { email: 'ada@x.example' });
    expect(outcome(await change({ ...password, password_confirmation: 'other' }))).toBe(
      "Password confirmation doesn't match Password",
    );
    const hash = jest.spyOn(t.app.get(Passwords), 'hash');
    expect(outcome(await change(password))).toBe('wait 3600');
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });
});

describe('the hosted pages', () => {
  const submit = async (path: string, fields: Record<string, string>, address = HERE) => {
    const { id } = await t.given.fanclub();
    const page = await new Pages(t.origin).open(`/fanclubs/${id}/${path}`);
    return page.submit(fields, { headers: from(address) });
  };

  it('report too many log-ins with status 429 and Retry-After', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const attempt = (password: string) => submit('login', { email: 'ada@x.example', password });
    for (let n = 0; n < 4; n += 1) expect((await attempt('wrong')).status).toBe(422);
    const refused = await attempt(PASSWORD);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(refused.text).toContain('Too many requests, please try again later.');
    expect(refused.headers['set-cookie']).toBeUndefined();
    t.clock.advance(900);
    expect((await attempt(PASSWORD)).status).toBe(303);
  });

  it.each(['ada@x.example', 'nobody@x.example'])(
    'mail the link for a new password a limited number of times to %s, with or without an account',
    async (email) => {
      await t.given.customer({ email: 'ada@x.example' });
      const statuses: number[] = [];
      for (const address of [HERE, ELSEWHERE, HERE])
        statuses.push((await submit('password-reset', { email }, address)).status);
      expect(statuses).toEqual([303, 303, 429]);
      expect(await mailsOf(t)).toHaveLength(email === 'ada@x.example' ? 2 : 0);
      expect((await submit('password-reset', { email: email.toUpperCase() })).headers['retry-after']).toBe(
        '3600',
      );
      t.clock.advance(3600);
      expect((await submit('password-reset', { email })).status).toBe(303);
    },
  );

  it('limit the requests for new passwords per client network', async () => {
    const ask = async (n: number, address: string) =>
      (await submit('password-reset', { email: `${n}@x.example` }, address)).status;
    expect([await ask(1, HERE), await ask(2, HERE), await ask(3, HERE)]).toEqual([303, 303, 303]);
    expect([await ask(4, HERE), await ask(4, ELSEWHERE)]).toEqual([429, 303]);
    t.clock.advance(60);
    expect(await ask(4, HERE)).toBe(303);
  });
});

describe('requests for a new password, or to a new address', () => {
  const ask = async (email: string, address: string): Promise<number> => {
    const { id } = await t.given.fanclub();
    const page = await new Pages(t.origin).open(`/fanclubs/${id}/password-reset`);
    return (await page.submit({ email }, { headers: from(address) })).status;
  };

  it('are counted together for all tags of a mailbox', async () => {
    await t.given.fanclub();
    expect([
      await ask('ada+1@x.example', HERE),
      await ask('Ada+2@x.example', ELSEWHERE),
      await ask('ada@x.example', HERE),
      await ask('bob@x.example', HERE),
    ]).toEqual([303, 303, 429, 303]);
    const client = await loggedIn(t, await t.given.customer({ email: 'eve@x.example' }));
    const change = (n: number) => client.post('/account', { email: `bob+${n}@x.example` });
    expect(await times(3, change)).toEqual(['ok', 'ok', 'wait 3600']);
  });
});

describe('searches', () => {
  it('are limited per organization key', async () => {
    const { key } = await t.given.fanclub();
    const [first, second] = [await t.given.organizationKey(), await t.given.organizationKey()];
    const search = (apiKey: string, fanclubKey = key): Promise<Answer> =>
      t.api.get('/search?email=ada@x.example', { key: fanclubKey, headers: { 'api-key': apiKey } });
    await times(9, () => search('wrong'));
    await times(9, () => search(first, 'wrong'));
    expect(await times(6, () => search(first))).toEqual([...repeated(4, 'ok'), ...repeated(2, 'wait 1')]);
    expect(outcome(await search(second))).toBe('ok');
    t.clock.advance(1);
    expect(outcome(await search(first))).toBe('ok');
  });
});
