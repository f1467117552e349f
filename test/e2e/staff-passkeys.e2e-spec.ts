import { Authenticator, HttpClient } from '#libs/testing';
import { codeAt, type StaffAnswer, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ LIMIT_STAFF_NETWORK: '1000/60' });

const client = (): StaffClient => new StaffClient(t);

/** A new passkey of a person. */
async function passkeyOf(staffId: number, origin = t.config.publicUrl): Promise<Authenticator> {
  const passkey = new Authenticator(origin);
  await t.given.staffPasskey({ staffId, credential: passkey.id, publicKey: passkey.publicKey });
  return passkey;
}

interface Step {
  readonly options: { readonly challenge: string };
  readonly token: string;
}

/** Begins a log-in or a proof. */
async function begun(browser: StaffClient, path: string): Promise<Step> {
  const { status, body } = await browser.post(`${path}/options`);
  expect(status).toBe(200);
  return body as Step;
}

const answer = (browser: StaffClient, path: string, { token }: Step, response: object) =>
  browser.post(path, { token, response });

async function logIn(browser: StaffClient, passkey: Authenticator): Promise<StaffAnswer> {
  const step = await begun(browser, '/session/passkey');
  return answer(browser, '/session/passkey', step, passkey.logIn(step.options));
}

const REFUSED = { status: 401, body: { type: '/staff/problems/login-failed' } };

describe('logging in by passkey', () => {
  it('opens a session of its owner, without another factor', async () => {
    const { id, email } = await t.given.staff();
    const kim = client();
    expect((await logIn(kim, await passkeyOf(id))).status).toBe(204);
    expect((await kim.get('/me')).body).toMatchObject({ email });
  });

  it('is refused if the counter of the passkey goes back or stays, which happens with copies', async () => {
    const { id } = await t.given.staff();
    const passkey = await passkeyOf(id);
    passkey.counter = 7;
    expect((await logIn(client(), passkey)).status).toBe(204);
    for (const counter of [3, 7]) {
      passkey.counter = counter;
      expect(await logIn(client(), passkey)).toMatchObject(REFUSED);
    }
    passkey.counter = 8;
    expect((await logIn(client(), passkey)).status).toBe(204);
  });

  it('is refused for an unknown passkey, one of another origin, an owner who was not recognized, and another step', async () => {
    const { id } = await t.given.staff();
    const passkey = await passkeyOf(id);
    expect(await logIn(client(), new Authenticator(t.config.publicUrl))).toMatchObject(REFUSED);
    expect(await logIn(client(), await passkeyOf(id, 'https://evil.example'))).toMatchObject(REFUSED);
    passkey.verifies = false;
    expect(await logIn(client(), passkey)).toMatchObject(REFUSED);
    passkey.verifies = true;
    const [one, other] = [
      await begun(client(), '/session/passkey'),
      await begun(client(), '/session/passkey'),
    ];
    const response = passkey.logIn(other.options);
    expect(await answer(client(), '/session/passkey', one, response)).toMatchObject(REFUSED);
  });

  it('is refused with the key of somebody else under the id of a passkey', async () => {
    const [{ id }, thief] = [await t.given.staff(), new Authenticator(t.config.publicUrl)];
    const passkey = await passkeyOf(id);
    const step = await begun(client(), '/session/passkey');
    const forged = { ...thief.logIn(step.options), id: passkey.id, rawId: passkey.id };
    expect(await answer(client(), '/session/passkey', step, forged)).toMatchObject(REFUSED);
  });
});

describe('a proof', () => {
  it('by passkey is accepted only from the person who is logged in, for the step of this person', async () => {
    const [kim, lee] = [await staffOf(t), await staffOf(t)];
    const [own, foreign] = [await passkeyOf(kim.person.id), await passkeyOf(lee.person.id)];
    const path = '/me/proof/passkey';
    const step = await begun(kim, '/me/proof/passkey');
    expect(await answer(kim, path, step, foreign.logIn(step.options))).toMatchObject(REFUSED);
    const ofLee = await begun(lee, '/me/proof/passkey');
    expect(await answer(kim, path, ofLee, own.logIn(ofLee.options))).toMatchObject(REFUSED);
    const ofLogIn = await begun(client(), '/session/passkey');
    expect(await answer(kim, path, ofLogIn, own.logIn(ofLogIn.options))).toMatchObject(REFUSED);
    expect((await answer(kim, path, step, own.logIn(step.options))).status).toBe(204);
  });

  it('by code does not accept the code of the log-in again', async () => {
    const kim = await staffOf(t);
    expect(await kim.post('/me/proof/code', { code: codeAt(t.clock.now()) })).toMatchObject(REFUSED);
  });
});

describe('a request that changes something', () => {
  const types = { 'application/json': true, 'text/plain': false, 'multipart/form-data': false };
  const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'];

  it('is accepted only as JSON, from the origin of the app or, without Origin, from the same origin', async () => {
    const kim = await staffOf(t);
    const own = t.config.publicUrl;
    // Without an Origin of its own.
    const browser = new HttpClient(`${t.origin}/staff/api`);
    const found: string[] = [];
    const expected: string[] = [];
    for (const origin of [own, 'https://evil.example', 'null', undefined]) {
      for (const site of sites) {
        for (const [type, isJson] of Object.entries(types)) {
          const headers = {
            'content-type': type,
            cookie: kim.cookies.header()!,
            ...(origin !== undefined && { origin }),
            ...(site !== undefined && { 'sec-fetch-site': site }),
          };
          const { status } = await browser.request('POST', '/session/passkey/options', {
            headers,
            body: '{}',
          });
          const isOurs = origin === undefined ? site === 'same-origin' : origin === own;
          const wanted = !isJson ? 415 : isOurs ? 200 : 403;
          const name = `${origin} ${site} ${type}`;
          found.push(`${name}: ${status}`);
          expected.push(`${name}: ${wanted}`);
        }
      }
    }
    expect(found).toEqual(expected);
  });
});
