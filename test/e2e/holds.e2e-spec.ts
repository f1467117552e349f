import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { type FanclubWithKey } from '#platform/tenants/tenants.samples';
import { Sql } from '../../src/platform/database';
import { JobWorker } from '../../src/platform/jobs';
import { fanclub } from '../../src/tools/cli/main';
import { lines } from '../support/exposition';
import { loggedIn } from '../support/logged-in';
import { MailServer } from '../support/mail-server';
import { queueMails } from '../support/queue-mail';
import { Pages } from '../support/pages';
import { staffOf } from '../support/staff-client';
import { NOW, testApp, testEnvironment } from '../support/start-test-app';
import { startWorker } from '../support/worker';

// 2 of 8 requests in flight may wait.
const t = testApp({ ANSWER_TIMEOUT_SECONDS: '2', MAX_REQUESTS_IN_FLIGHT: '8' });
/** Milliseconds that a write waits: half of the time for an answer. */
const LONGEST = 1_000;

const REFUSED = { status: 'error', messages: ['Too many requests, please try again later.'] };

let club: FanclubWithKey;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'Tin Comets' });
});

async function call(...parameters: string[]): Promise<{ code: number; out: string[]; logged: string[] }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(parameters, testEnvironment(t.config.database.url), terminal);
  return { code, out, logged };
}
const hold = () => call('hold', club.key);
const release = () => call('release', club.key);
const sessions = () => t.db.getRepository(Session).count();

describe('fanclub hold', () => {
  it('says from where on nothing is written, and release ends it', async () => {
    const { code, out } = await hold();
    expect([code, out]).toEqual([
      0,
      [expect.stringMatching(/^Tin Comets is held: nothing of it is written after [0-9A-F]+\/[0-9A-F]+, until /)],
    ]);
    expect((await hold()).out[0]).toMatch(/^Tin Comets was held already/);
    expect(await release()).toEqual({ code: 0, out: ['Tin Comets is released'], logged: [] });
    expect((await release()).out).toEqual(['Tin Comets was not held']);
    const events = await t.db.query<{ action: string }[]>(
      'SELECT action FROM security_events WHERE fanclub_id = $1 ORDER BY id',
      [club.id],
    );
    expect(events.map(({ action }) => action)).toEqual(['fanclub.held', 'fanclub.released']);
  });

  it('refuses unknown keys, and other commands refuse a held fan club', async () => {
    for (const command of ['hold', 'release']) {
      expect(await call(command, 'nobody')).toMatchObject({ code: 1, logged: ['No fan club has or had this key.'] });
      expect(await call(command)).toMatchObject({ code: 2 });
    }
    await hold();
    for (const command of [
      ['trust', club.key, 'https://shop.example'],
      ['key', 'create', 'fanclub', club.key],
    ]) {
      const { code, logged } = await call(...command);
      expect([code, logged[0]]).toEqual([1, expect.stringContaining('The fan club is held, so nothing was changed.')]);
    }
    expect((await call('doctor')).out.join('\n')).toMatch(/warning +held fan clubs +nothing of “Tin Comets” can be/);
  });
});

describe('a write to a held fan club', () => {
  const logIn = (email: string, api = t.api.stranger()) => api.post('/login', { email, password: PASSWORD });

  it('waits for the release, and then succeeds', async () => {
    const { email } = await t.given.customer();
    await hold();
    const answer = logIn(email!);
    await waiting(1);
    expect(await sessions()).toBe(0);
    await release();
    expect((await answer).body).toMatchObject({ status: 'ok' });
    expect(await sessions()).toBe(1);
  });

  it('is refused as throttled if there is no release in time, and writes nothing', async () => {
    const { email } = await t.given.customer();
    await hold();
    const began = performance.now();
    const { code, body, headers } = await logIn(email!);
    expect(performance.now() - began).toBeGreaterThan(LONGEST - 50);
    expect([code, body, headers.get('retry-after')]).toEqual([200, REFUSED, '5']);
    const form = await t.api.form('/login', { email: email!, password: PASSWORD });
    expect([form.code, form.body]).toEqual([200, REFUSED]);
    const script = await t.api.jsonpPost('/contacts', { email: 'eve@x.example' });
    expect(script.body).toEqual(REFUSED);
    expect([await sessions(), await t.db.query('SELECT FROM contacts')]).toEqual([0, []]);
    await release();
    expect((await logIn(email!)).body).toMatchObject({ status: 'ok' });
  });
});

/** Resolves when so many writes wait. */
async function waiting(count: number): Promise<void> {
  while ((await gauge('fanclub_held_writes')) !== count) await sleep(5);
}
