import { freePort } from '../support/free-port';
import { hostsRead, send } from '../support/hosts';
import { StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The check connects to the port of PUBLIC_URL, so the service listens there.
const t = testApp(async () => {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}`, HOST: '127.0.0.1' };
});

const HOST = 'fans.localhost';

let kim: StaffClient;
let id: number;
beforeEach(async () => {
  kim = await staffOf(t);
  ({ id } = await t.given.fanclub());
});

const path = (rest = ''): string => `/fanclubs/${id}/hosts${rest}`;
const add = async (host: string) => kim.post(path(), { host });
const port = (): string => new URL(t.origin).port;

/** Adds a host, and checks it. */
async function checked(host: string) {
  const { body } = await add(host);
  await hostsRead(t, (hosts) => hosts.isClubs(host));
  return (await kim.post(path(`/${body.id}/check`))).body;
}

describe('the hosts of a fan club', () => {
  it('count after their check, the first one as the main one', async () => {
    const { status, body } = await add('Fans.LOCALHOST');
    expect([status, body]).toMatchObject([201, { host: HOST, main: false, verified_at: null }]);
    await hostsRead(t, (hosts) => hosts.isClubs(HOST));
    // Until a host is verified, every name is the service's.
    expect((await send(t, HOST, `/fanclubs/${id}/login`)).status).toBe(200);
    const ask = async (domain: string) => (await send(t, '127.0.0.1', `/hosts/ask?domain=${domain}`)).status;
    expect([await ask(HOST), await ask('x.localhost'), await ask('')]).toEqual([200, 404, 404]);
    const found = await kim.post(path(`/${body.id}/check`));
    expect(found.body).toMatchObject({ finding: 'served', main: true, verified_at: expect.any(String) });
    await hostsRead(t, (hosts) => hosts.clubOf(id).hosts.length === 1);
    expect((await send(t, `${HOST}:${port()}`, '/login')).status).toBe(200);
    const long = await send(t, `localhost:${port()}`, `/fanclubs/${id}/login`);
    expect(long.location).toBe(`http://${HOST}:${port()}/login`);
    // The names of decision 3.4 still lead to the service.
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      expect((await send(t, `${name}:${port()}`, '/docs')).status).toBe(200);
  });

  it('have one main host: another one is made it, and takes its place when it is removed', async () => {
    const first = await checked('a.localhost');
    const second = await checked('b.localhost');
    expect([first.main, second.main]).toEqual([true, false]);
    expect((await kim.post(path(`/${second.id}/main`))).body.main).toBe(true);
    await hostsRead(t, (hosts) => hosts.clubOf(id).hosts[0] === 'b.localhost');
    expect((await send(t, 'a.localhost', '/login')).location).toBe(`http://b.localhost:${port()}/login`);
    expect((await kim.delete(path(`/${second.id}`))).status).toBe(204);
    const { body } = await kim.get(path());
    expect(body.data).toMatchObject([{ host: 'a.localhost', main: true }]);
  });

  it.each([
    ['localhost', 422],
    ['127.0.0.1', 422],
    ['app', 422],
    ['fans.example:8443', 422],
    ['https://fans.example', 422],
    ['fans.example.', 422],
    ['fans..example', 422],
    ['fans\n.example', 422],
    ['0x7f.1', 422],
    ['fäns.example', 201],
  ])('may be %j: %i', async (host, status) => {
    expect((await add(host)).status).toBe(status);
  });

  it('wait for a check before they can be the main one', async () => {
    const { body } = await add(HOST);
    expect((await kim.post(path(`/${body.id}/main`))).status).toBe(409);
  });

  it('are unique, also while two fan clubs add one at once', async () => {
    const rival = await t.given.fanclub({});
    const person = await t.given.staff();
    await t.given.staffRole({
      staffId: person.id,
      role: 'owner',
      fanclubId: rival.id,
      organizationId: rival.organizationId,
    });
    const other = await new StaffClient(t).logIn(person);
    const adds = await Promise.all([
      add('fans.race.test'),
      other.post(`/fanclubs/${rival.id}/hosts`, { host: 'fans.race.test' }),
    ]);
    const statuses = adds.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409]);
  });
});

describe('the check of a host', () => {
  it('is refused at a name at which the service was used for others', async () => {
    const { key } = await t.given.fanclub({});
    expect((await send(t, 'used.localhost', `/api/v1/plans?key=${key}`)).status).toBe(200);
    expect(await checked('used.localhost')).toMatchObject({ finding: 'in_use', verified_at: null });
  });

  it('is refused to staff whose requests do not name the service, before the first host', async () => {
    const { body } = await add('named.localhost');
    await hostsRead(t, (hosts) => hosts.isClubs('named.localhost'));
    const found = await kim.post(path(`/${body.id}/check`), {}, { host: 'staff.localhost' });
    expect(found.body).toMatchObject({ finding: 'service_unnamed', verified_at: null });
  });

  it('needs the answer of this installation to its own question', async () => {
    const asked = async (host: string, query: string) =>
      (await send(t, host, `/.well-known/fanclub${query}`)).status;
    await add(HOST);
    await hostsRead(t, (hosts) => hosts.isClubs(HOST));
    expect(await asked(HOST, '?nonce=aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(200);
    expect(await asked(HOST, '')).toBe(404);
    expect(await asked('x.localhost', '?nonce=aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(404);
    expect(await asked('localhost', '?nonce=aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(404);
  });
});
