import { DiscoveryService } from '@nestjs/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevelopmentModule } from '../../src/tools/development';
import { knownFields } from '../../src/tools/development/hints';
import { TARGETS } from '../support/fuzz/targets';
import { LogLines } from '../support/log-lines';
import { testApp } from '../support/start-test-app';

const KEY = 'lanterns';
const ELSEWHERE = 'http://127.0.0.1:4000';

async function untilLogged(log: LogLines, text: string): Promise<void> {
  while (!log.text.includes(text)) await sleep(1);
}

describe('npm start', () => {
  const log = new LogLines();
  const t = testApp({ LOG_LEVEL: 'warn' }, { additions: [DevelopmentModule], log });

  beforeEach(async () => {
    // A hint of an earlier test does not suppress one of this test.
    t.clock.set(new Date(t.clock.now().getTime() + (tests += 1) * 3_600_000).toISOString());
    await t.given.fanclub({ name: 'The Lanterns', key: KEY, siteUrl: 'https://lanterns.example' });
    log.clear();
  });
  let tests = 0;

  /** The hints about the requests so far. They are logged after the answer, so this waits for the hint about one more request. */
  async function hints(): Promise<string[]> {
    const last = `callback${(asked += 1)}`;
    await t.api.get('/fanclub', { query: { [last]: '' } });
    await untilLogged(log, `${last} is ignored`);
    return log.messages().filter((hint) => !hint.includes('Did you mean callback?'));
  }
  let asked = 0;

  describe('a log line for an ignored field that resembles a known one', () => {
    it('names both fields', async () => {
      await t.api.post('/accounts', { firstname: 'Ada', email: 'ada@x.example' });
      expect(await hints()).toEqual([
        'POST /accounts: the field firstname is ignored. Did you mean first_name?',
      ]);
    });

    it('is written for queries', async () => {
      await t.api.get('/events', { query: { startDate: '2026-01-01', tag: 'tour', limit: 2 } });
      expect(await hints()).toEqual([
        'GET /events: the field startDate is ignored. Did you mean start_date?',
        'GET /events: the field tag is ignored. Did you mean tags?',
      ]);
    });

    it('is written for a cached answer as well', async () => {
      for (let turn = 0; turn < 3; turn++) await t.api.get('/plans');
      await t.api.get('/plans', { query: { tagz: 'x' } });
      expect(await hints()).toEqual(['GET /plans: the field tagz is ignored. Did you mean tags?']);
    });

    it('is written for forms and for nested fields', async () => {
      await t.api.form('/accounts', { customer: { 'birth-date': '1990-01-01', email: 'ada@x.example' } });
      expect(await hints()).toEqual([
        'POST /accounts: the field customer.birth-date is ignored. Did you mean customer.birthdate?',
      ]);
    });

    it('is written for JSONP writes', async () => {
      await t.api.jsonpPost('/login', { mail: 'ada@x.example', password: 'x' });
      expect(await hints()).toContain('POST /login: the field mail is ignored. Did you mean email?');
    });

    it('reports that a contact’s field became a custom field', async () => {
      await t.api.post('/contacts', { contact: { email: 'ada@x.example', firstName: 'Ada', shoe: '38' } });
      expect(await hints()).toEqual([
        'POST /contacts: the field contact.firstName is kept as a custom field. Did you mean contact.first_name?',
      ]);
    });

    it('is written for a misspelled key', async () => {
      await t.api.get('/fanclub', { key: null, query: { Key: KEY } });
      expect(await hints()).toEqual([
        'GET /fanclub: the field Key is ignored. Did you mean key?',
        'GET /fanclub: the request has no key. The keys: npx fanclub key list',
      ]);
    });

    it('is not written for unknown fields that resemble no known one', async () => {
      await t.api.get('/plans', { query: { t: '1', _: '2', jsonp: 'x', color: 'red' } });
      await t.api.post('/login', { email: 'a@x.example', password: 'x', remember_me: true });
      expect(await hints()).toEqual([]);
    });

    it('is written once in ten minutes for a route and field', async () => {
      const send = () => t.api.post('/login', { emial: 'ada@x.example' });
      for (let turn = 0; turn < 3; turn++) await send();
      expect(await hints()).toHaveLength(1);
      t.clock.advance(601);
      await send();
      expect(await hints()).toHaveLength(2);
    });

    it('contains no value, address or key', async () => {
      const secret = 'ada@x.example';
      await t.api.post('/accounts', { firstname: secret, [secret]: secret, [`email ${secret}`]: 1 });
      await t.api.get('/events', { query: { limt: secret, [secret]: secret } });
      expect(await hints()).toHaveLength(2);
      expect(log.text).not.toContain('ada@');
      expect(log.text).not.toContain(KEY);
    });
  });

  describe('a log line for a request that no route answers', () => {
    it('names the method that the path has', async () => {
      await t.api.get('/login');
      expect(await hints()).toEqual(['there is no GET /login. Did you mean POST /login?']);
    });

    it('names the path that is similar, without values', async () => {
      await t.api.get('/event/4711', { query: { email: 'ada@x.example' } });
      expect(await hints()).toEqual(['there is no GET /event/{id}. Did you mean GET /events/{id}?']);
    });

    it('names the base path that is missing', async () => {
      await fetch(`${t.origin}/events?key=${KEY}`);
      expect(await hints()).toEqual(['there is no GET /events. Did you mean GET /api/v1/events?']);
    });

    it('is not written for other paths', async () => {
      await t.api.get('/tickets');
      await fetch(`${t.origin}/favicon.png`);
      await t.api.get('/healthz');
      expect(await hints()).toEqual([]);
    });
  });

  describe('a log line about the key', () => {
    it('reports that there is none', async () => {
      await t.api.get('/events', { key: null });
      await t.api.post('/login', {}, { key: null });
      expect(await hints()).toEqual([
        'GET /events: the request has no key. The keys: npx fanclub key list',
        'POST /login: the request has no key. The keys: npx fanclub key list',
      ]);
    });

    it('reports that no fan club has it, without its value', async () => {
      await t.api.get('/contests/4', { key: 'secret-of-an-organization' });
      await untilLogged(log, 'no fan club has the key');
      expect(await hints()).toEqual([
        'GET /contests/:id: no fan club has the key of the request. The keys: npx fanclub key list',
      ]);
      expect(log.text).not.toContain('secret-of');
    });
  });

  describe('a log line for an untrusted origin', () => {
    const from = (origin: string) => ({ headers: { origin } });

    it('contains the command that trusts it', async () => {
      await t.api.get('/account', from(ELSEWHERE));
      expect(await hints()).toEqual([
        expect.stringMatching(
          /^pages of http:\/\/127.0.0.1:4000 are not trusted, .* npx fanclub trust lanterns http:\/\/127.0.0.1:4000$/,
        ),
      ]);
    });

    it('is written for scripts, by their Referer', async () => {
      await t.api.jsonp('/account', { headers: { referer: `${ELSEWHERE}/page.html?token=s3cret` } });
      expect(await hints()).toEqual([expect.stringContaining(`npx fanclub trust ${KEY} ${ELSEWHERE}`)]);
      expect(log.text).not.toContain('s3cret');
    });

    it('is not written for a trusted one', async () => {
      await t.given.trustedDomain({ origin: ELSEWHERE });
      await t.api.get('/account', from(ELSEWHERE));
      await t.api.get('/account', from(t.config.publicUrl));
      await t.api.get('/account');
      expect(await hints()).toEqual([]);
    });

    it('reports that a file has no origin', async () => {
      await t.api.get('/account', from('null'));
      expect(await hints()).toEqual([expect.stringMatching(/^a page without an origin, such as a file/)]);
    });

    it('contains nothing that a shell would run, and no invalid key', async () => {
      await t.api.get('/account', from('http://$(reboot).example'));
      await t.api.get('/account', { ...from(ELSEWHERE), key: 'secret-of-an-organization' });
      // The key is looked up in the database first.
      await untilLogged(log, 'no fan club has the key');
      expect(await hints()).toEqual([expect.stringMatching(/^GET \/account: no fan club has the key/)]);
      expect(log.text).not.toContain('secret-of');
    });
  });

  it('logs the address to use when a page on 127.0.0.1 calls localhost', async () => {
    await t.given.trustedDomain({ origin: 'http://localhost:5173' });
    await t.given.trustedDomain({ origin: 'http://127.0.0.1:5173' });
    await t.api.get('/account', { headers: { origin: 'http://127.0.0.1:5173' } });
    expect(await hints()).toEqual([]);
    await t.api.get('/account', { headers: { origin: 'http://localhost:5173' } });
    const { port } = new URL(t.origin);
    expect(await hints()).toEqual([
      expect.stringContaining(
        `Open the page at http://127.0.0.1:5173, or call the service at http://localhost:${port}`,
      ),
    ]);
  });

  describe('the known fields', () => {
    const PROBES = ['t', 'customer', 'contact', 'password_attributes', 'contact.shoe size', 'item_type_1'];

    it.each(Object.entries(TARGETS))('of %s are those that it takes', (route, { query, fields }) => {
      const known = knownFields(t.app.get(DiscoveryService, { strict: false })).get(route) ?? [];
      const sampled = Object.keys({ ...query, ...fields });
      const taken = sampled.filter((name) => !PROBES.includes(name));
      expect(taken.filter((name) => !known.includes(name))).toEqual([]);
      // The generated suites send every field, at least without its wrapper.
      expect(known.filter((name) => !sampled.includes(name.replace('customer.', '')))).toEqual([]);
      if (route.startsWith('GET')) expect([...known].sort()).toEqual(taken.sort());
    });
  });
});

describe('npm start with hosted pages on localhost', () => {
  const log = new LogLines();
  const t = testApp(
    { LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost:3000' },
    { additions: [DevelopmentModule], log },
  );

  it('logs the address to use when page and service are on 127.0.0.1', async () => {
    await t.given.fanclub({ key: KEY });
    await t.given.trustedDomain({ origin: 'http://127.0.0.1:5173' });
    await t.api.get('/account', { headers: { origin: 'http://127.0.0.1:5173' } });
    await untilLogged(
      log,
      'Open the page at http://localhost:5173, and call the service at http://localhost:3000',
    );
  });
});

describe('npm run serve', () => {
  const log = new LogLines();
  const t = testApp({ LOG_LEVEL: 'debug' }, { log });

  it('logs no hints', async () => {
    await t.given.fanclub({ key: KEY });
    log.clear();
    await t.api.post('/accounts', { firstname: 'Ada' }, { headers: { origin: ELSEWHERE } });
    await untilLogged(log, 'request answered');
    expect(log.messages()).toEqual([]);
  });
});
