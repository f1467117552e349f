import fc from 'fast-check';
import { countStatements } from '#libs/testing';
import { ContactsService } from '../../src/domains/contacts';
import { Sql, statement, types } from '../../src/platform/database';
import { LinkExpired, OneTimeTokens } from '../../src/platform/tokens';
import { daysFrom } from '#samples';
import { examples, it, itInBoth } from '../suite/form';
import type { Answer, RequestOptions } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { untilWaiting } from '../support/lock-waits';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const REMINDED = statement('test.reminded', {
  params: { now: types.timestamptz },
  text: 'UPDATE contacts SET confirmation_sent_at = $now',
});

const signUp = (contact: unknown, options?: RequestOptions): Promise<Answer> =>
  t.api.post('/contacts', { contact }, options);
const refusal = (...messages: string[]): string => JSON.stringify({ status: 'error', messages });
const WELCOME = '{"status":"ok","messages":["Please check your email for confirmation instructions"]}';
const SUBSCRIBED = refusal('You are already subscribed');

const contacts = () =>
  t.db.query<Record<string, unknown>[]>(
    `SELECT fanclub_id, email, first_name, last_name, birthdate::text, lists_opt_in_source, custom_fields, confirmed_at
     FROM contacts ORDER BY id`,
  );
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';
const confirm = (fanclub: { id: number }, token: string): Promise<void> =>
  t.app.get(ContactsService).confirm(fanclub, token);

describe('POST /contacts', () => {
  it('adds an unconfirmed contact with all fields that the website sent, and mails a link', async () => {
    const { id } = await t.given.fanclub();
    const { code, text } = await signUp({
      email: ' Ada@X.example ',
      first_name: 'Ada',
      last_name: 'Byron',
      birthdate: '1990-12-10',
      lists_opt_in_source: 'landing page',
      city: 'Oslo',
      shows: 3,
      vip: true,
      note: null,
      'T-shirt': 'L',
    });
    expect([code, text]).toEqual([200, WELCOME]);
    expect(await contacts()).toEqual([
      {
        fanclub_id: id,
        email: 'Ada@X.example',
        first_name: 'Ada',
        last_name: 'Byron',
        birthdate: '1990-12-10',
        lists_opt_in_source: 'landing page',
        custom_fields: { city: 'Oslo', shows: 3, vip: true, note: null, 'T-shirt': 'L' },
        confirmed_at: null,
      },
    ]);
    const [mail, ...others] = await mailsOf(t);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'confirm_contact', to: 'Ada@X.example', firstName: 'Ada' });
    const page = `https://api.example.test/fanclubs/${id}/confirm-contact?token=`;
    expect(mail.link.startsWith(page)).toBe(true);
    expect(tokenOf(mail.link)).toMatch(/^[\w-]{43}$/);
  });

  it('requires only an address, and ignores blank fields', async () => {
    const blank = { first_name: '', last_name: ' ', birthdate: '', lists_opt_in_source: null };
    expect((await signUp({ email: 'ada@x.example', ...blank })).text).toBe(WELCOME);
    expect(await contacts()).toMatchObject([
      { first_name: null, last_name: null, birthdate: null, lists_opt_in_source: null, custom_fields: {} },
    ]);
    expect(await mailsOf(t)).toMatchObject([{ firstName: null }]);
  });

  it.each([
    undefined,
    {},
    { contact: null },
    { contact: 'ada@x.example' },
    { contact: [] },
    { email: 'ada@x.example' },
  ])('requires the contact parameter: %j', async (body) => {
    expect((await t.api.post('/contacts', body)).text).toBe(refusal('Contact parameter is required.'));
  });

  it.each([undefined, null, '', '  ', 'ada', 'ada@x', 7, true, ['ada@x.example'], {}, 'a\0@x.example'])(
    'refuses the address %j',
    async (email) => {
      expect((await signUp({ email })).text).toBe(refusal('Email does not appear to be valid'));
    },
  );

  it.each(['1990-02-30', '1990-13-01', 'soon', '10.12.1990', '2026-06-16', '2030-01-01', 1990, {}, '1990\0'])(
    'refuses the birthdate %j',
    async (birthdate) => {
      const { text } = await signUp({ email: 'ada@x.example', birthdate });
      expect(text).toBe(refusal('Must enter a valid birthdate'));
    },
  );

  it.each([
    ['UTC', '2010-06-15', true],
    ['UTC', '2010-06-16', false],
    ['Pacific/Kiritimati', '2010-06-16', true],
    ['America/Los_Angeles', '2010-06-16', false],
  ])('checks the minimum age by the fan club’s calendar: %s, %s', async (timeZone, birthdate, allowed) => {
    await t.given.fanclub({ timeZone, minimumAge: 16 });
    const { text } = await signUp({ email: 'ada@x.example', birthdate });
    expect(text).toBe(allowed ? WELCOME : refusal('You are not old enough'));
  });

  it('refuses the current address of any customer, in any letter case, and accepts former ones', async () => {
    await t.given.fanclub({ name: 'The "Lanterns" & Co' });
    const customer = await t.given.customer({ email: 'Ada@X.example' });
    await t.given.emailAlias({ customer, email: 'old@x.example' });
    await t.given.customer({ email: 'pending@x.example', registered: false, confirmedAt: null });
    const member = refusal('Email is already subscribed as a member of The "Lanterns" & Co');
    expect((await signUp({ email: 'aDA@x.EXAMPLE ' })).text).toBe(member);
    expect((await signUp({ email: 'pending@x.example' })).text).toBe(member);
    expect((await signUp({ email: 'old@x.example' })).text).toBe(WELCOME);
  });

  it('refuses an address on the list, in any letter case, and keeps the contact as it is', async () => {
    await t.given.contact({ email: 'Ada@x.example', confirmedAt: t.clock.now() });
    const before = await contacts();
    expect((await signUp({ email: 'ada@X.example', first_name: 'Eve', city: 'x' })).text).toBe(SUBSCRIBED);
    expect([await contacts(), await mailsOf(t)]).toEqual([before, []]);
  });

  it('reports only the first error, in the order of contract 6.11', async () => {
    const contact: Record<string, unknown> = {
      email: '',
      birthdate: 'soon',
      first_name: [],
      city: [[[[[[]]]]]],
    };
    await t.given.fanclub({ name: 'The Lanterns' });
    const [customer, listed] = [await t.given.customer(), await t.given.contact()];
    await t.given.contact({ email: customer.email ?? '' });
    const told: unknown[] = [];
    for (const next of [
      {},
      { email: customer.email },
      { email: listed.email },
      { email: 'new@x.example' },
      { birthdate: '2020-01-01' },
      { birthdate: '1990-01-01' },
      { first_name: 'Ada' },
      { city: 'Oslo' },
    ]) {
      Object.assign(contact, next);
      told.push((await signUp(contact)).body.messages);
    }
    expect(told).toEqual([
      ['Email does not appear to be valid'],
      ['Email is already subscribed as a member of The Lanterns'],
      ['You are already subscribed'],
      ['Must enter a valid birthdate'],
      ['You are not old enough'],
      ['First name is invalid'],
      ['Custom fields are nested too deeply (maximum is 5 levels)'],
      ['Please check your email for confirmation instructions'],
    ]);
  });

  it.each([
    [{ a: [[[[[[1]]]]]] }, 'Custom fields are nested too deeply (maximum is 5 levels)'],
    [
      { a: 'x'.repeat(9_000), b: 'x'.repeat(9_000) },
      'Custom fields are too large (maximum is 16 KiB together)',
    ],
    [{ note: '\0' }, 'Custom fields are invalid'],
    [{ last_name: 'x'.repeat(256) }, 'Last name is too long (maximum is 255 characters)'],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, n])),
      'Custom fields are too many (maximum is 50)',
    ],
  ])('refuses %j', async (fields, message) => {
    expect((await signUp({ email: 'ada@x.example', ...fields })).text).toBe(refusal(message));
    expect([await contacts(), await mailsOf(t)]).toEqual([[], []]);
  });

  it('refuses JSON numbers that cannot be stored, and never sets a prototype', async () => {
    const post = (fields: string) =>
      t.api.post('/contacts', `{"contact":{"email":"ada@x.example",${fields}}}`);
    const infinite = await post('"n":1e999');
    expect(infinite.body.messages).toEqual(['Custom fields are invalid']);
    expect((await post('"__proto__":{"confirmed":true}')).text).toBe(WELCOME);
    expect(await contacts()).toMatchObject([{ custom_fields: {}, confirmed_at: null }]);
  });

  it('keeps custom fields of any JSON value, with names in any script', async () => {
    const custom = {
      sizes: ['S', 'L'],
      address: { street: 'Lørenveien', floors: [1, { door: '2b' }] },
      'любимая песня': 'x',
      歌: [],
      constructor: { prototype: { polluted: true } },
      levels: [[[[[1]]]]],
    };
    expect((await signUp({ email: 'ada@x.example', ...custom })).text).toBe(WELCOME);
    expect(await contacts()).toMatchObject([{ custom_fields: custom }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('keeps custom fields of a form: a list from name[]=, and a nested form', async () => {
    const body =
      'contact[email]=ada%40x.example&contact[sizes][]=S&contact[sizes][]=L' +
      '&contact[address][street]=x&contact[%D0%BF%D0%B5%D1%81%D0%BD%D1%8F]=y&contact[__proto__][a]=1';
    expect((await t.api.form('/contacts', body)).text).toBe(WELCOME);
    expect(await contacts()).toMatchObject([
      { custom_fields: { sizes: ['S', 'L'], address: { street: 'x' }, песня: 'y' } },
    ]);
  });

  it.each(['a\u200bda@x.example', '\u202eada@x.example', 'ada\u00ad@x.example', 'a\u0085da@x.example'])(
    'refuses an address with invisible or direction-changing characters: %j',
    async (email) =>
      expect((await signUp({ email })).text).toBe(refusal('Email does not appear to be valid')),
  );

  it('keeps the lists and customers of fan clubs separate', async () => {
    const other = await t.given.fanclub({});
    await t.given.fanclub({});
    const customer = await t.given.customer();
    await signUp({ email: 'ada@x.example' });
    expect((await signUp({ email: 'ada@x.example' }, { key: other.key })).text).toBe(SUBSCRIBED);
    const third = await t.given.fanclub({});
    expect((await signUp({ email: 'ada@x.example' }, { key: third.key })).text).toBe(WELCOME);
    expect((await signUp({ email: customer.email }, { key: third.key })).text).toBe(WELCOME);
  });

  it('ignores the session', async () => {
    const customer = await t.given.customer();
    const api = await loggedIn(t, customer);
    expect((await api.post('/contacts', { contact: { email: 'friend@x.example' } })).text).toBe(WELCOME);
  });

  it('accepts one of 50 simultaneous sign-ups of an address, in any letter case', async () => {
    const address = 'ada.byron@x.example';
    const spell = (n: number) =>
      [...address].map((c, at) => ((n >> (at % 6)) & 1 ? c.toUpperCase() : c)).join('');
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => signUp({ email: spell(n) })));
    expect(answers.filter(({ text }) => text === WELCOME)).toHaveLength(1);
    expect(answers.filter(({ text }) => text === SUBSCRIBED)).toHaveLength(49);
    expect([await contacts(), await mailsOf(t)].map(({ length }) => length)).toEqual([1, 1]);
  });

  itInBoth(
    'answers any JSON value in any field with a success or a refusal, and writes only with a success',
    async () => {
      const fields = ['email', 'first_name', 'last_name', 'birthdate', 'lists_opt_in_source', 'city'];
      const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant('a\0b'));
      const addresses = fc.integer({ min: 0, max: 20 }).map((n) => ({ email: `a${n}@x.example` }));
      const forms = fc.tuple(addresses, fc.dictionary(fc.constantFrom(...fields), anything));
      await fc.assert(
        fc.asyncProperty(forms, async ([address, form]) => {
          const before = (await contacts()).length;
          const { code, text, body } = await signUp({ ...address, ...form });
          expect([code, text]).toEqual([200, expect.not.stringContaining('An error has occurred')]);
          expect(body.messages).toHaveLength(1);
          expect((await contacts()).length - before).toBe(body.status === 'ok' ? 1 : 0);
        }),
        { numRuns: examples(150) },
      );
    },
  );

  it('takes eight statements for a new contact and three for a refusal', async () => {
    await t.given.fanclub();
    const counter = countStatements();
    await signUp({ email: 'ada@x.example', city: 'Oslo' });
    expect(counter.count).toBe(8);
    counter.reset();
    await signUp({ email: 'ada@x.example' });
    expect(counter.stop()).toHaveLength(3);
  });
});

describe('a second sign-up before the address is confirmed', () => {
  it('gets the same answer, and mails a new link at most once a day', async () => {
    const fanclub = await t.given.fanclub();
    await signUp({ email: 'Ada@x.example', first_name: 'Ada' });
    const again = async (hours: number) => {
      t.clock.advance(hours * 3600);
      expect((await signUp({ email: 'ada@X.example', first_name: 'Eve' })).text).toBe(SUBSCRIBED);
      return (await mailsOf(t)).length;
    };
    expect([await again(0), await again(23.9), await again(0.1), await again(1), await again(23)]).toEqual([
      1, 1, 2, 2, 3,
    ]);
    const mails = await mailsOf(t);
    expect(mails.every(({ to, firstName }) => to === 'Ada@x.example' && firstName === 'Ada')).toBe(true);
    await expect(confirm(fanclub, tokenOf(mails[1].link))).rejects.toThrow(LinkExpired);
    await confirm(fanclub, tokenOf(mails[2].link));
    expect(await again(48)).toBe(3);
  });

  it('mails an imported contact immediately, since no mail was ever sent', async () => {
    await t.given.contact({ email: 'ada@x.example', firstName: 'Ada' });
    expect((await signUp({ email: 'ada@x.example' })).text).toBe(SUBSCRIBED);
    expect(await mailsOf(t)).toMatchObject([{ to: 'ada@x.example', firstName: 'Ada' }]);
  });

  it('mails once for any number of simultaneous requests', async () => {
    await t.given.contact({ email: 'ada@x.example' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => signUp({ email: 'ada@x.example' })));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([SUBSCRIBED]));
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it('sends no mail for a contact of another fan club', async () => {
    await t.given.fanclub();
    const other = await t.given.fanclub({});
    await t.given.contact({ email: 'ada@x.example', fanclubId: other.id });
    expect((await signUp({ email: 'ada@x.example' })).text).toBe(WELCOME);
    expect(await mailsOf(t)).toHaveLength(1);
  });
});

describe('confirming a contact', () => {
  const listed = async () => {
    const fanclub = await t.given.fanclub();
    await signUp({ email: 'ada@x.example' });
    const [{ link }] = await mailsOf(t);
    return { fanclub, token: tokenOf(link) };
  };

  it('stores the time, with the link of the mail, which works once', async () => {
    const { fanclub, token } = await listed();
    t.clock.advance(3600);
    await confirm(fanclub, token);
    expect(await contacts()).toMatchObject([{ confirmed_at: t.clock.now() }]);
    await expect(confirm(fanclub, token)).rejects.toThrow(LinkExpired);
  });

  it('refuses a link that was never issued, is another fan club’s, or is a month old', async () => {
    const { fanclub, token } = await listed();
    const other = await t.given.fanclub({});
    await expect(confirm(fanclub, 'made up')).rejects.toThrow(LinkExpired);
    await expect(confirm(other, token)).rejects.toThrow(LinkExpired);
    t.clock.set(daysFrom(t.clock.now(), 30));
    await expect(confirm(fanclub, token)).rejects.toThrow(LinkExpired);
    expect(await contacts()).toMatchObject([{ confirmed_at: null }]);
  });

  it('confirms the address that got the mail, not one that replaced it', async () => {
    const { fanclub, token } = await listed();
    await t.db.query(`UPDATE contacts SET email = 'eve@x.example'`);
    await expect(confirm(fanclub, token)).rejects.toThrow(LinkExpired);
    expect(await contacts()).toMatchObject([{ confirmed_at: null }]);
  });

  it('keeps the first time if an import had confirmed it already', async () => {
    const { fanclub, token } = await listed();
    const before = daysFrom(t.clock.now(), -7);
    await t.db.query('UPDATE contacts SET confirmed_at = $1', [before]);
    await confirm(fanclub, token);
    expect(await contacts()).toMatchObject([{ confirmed_at: before }]);
  });

  it('waits for a reminder that is being mailed, whose link then replaces the older one', async () => {
    const { fanclub, token } = await listed();
    const [{ id }] = await t.db.query<{ id: number }[]>('SELECT id FROM contacts');
    let confirming: Promise<unknown> | undefined;
    const newToken = await t.app.get(Sql).transaction(async (tx) => {
      await tx.run(REMINDED, { now: t.clock.now() });
      confirming = confirm(fanclub, token).catch((error: unknown) => error);
      await untilWaiting(t, 1);
      return t.app.get(OneTimeTokens).issue(tx, {
        fanclubId: fanclub.id,
        purpose: 'confirm_contact',
        ownerId: id,
        email: 'ada@x.example',
      });
    });
    expect(await confirming).toBeInstanceOf(LinkExpired);
    expect(await contacts()).toMatchObject([{ confirmed_at: null }]);
    await confirm(fanclub, newToken);
  });
});
