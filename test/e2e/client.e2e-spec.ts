import {
  Fanclub,
  FanclubError,
  FanclubNetworkError,
  FanclubTimeoutError,
} from '../../clients/javascript/src/index.ts';
import { EventsService } from '../../src/domains/events/events.service';
import { Overloaded } from '../../src/platform/http';
import { Passwords } from '#libs/password';
import { PASSWORD } from '#samples';
import { freePort } from '../support/free-port';
import { testApp } from '../support/start-test-app';

const t = testApp();
afterEach(() => jest.restoreAllMocks());

/** A visitor of the test's fan club. */
const visitor = async (options: Partial<ConstructorParameters<typeof Fanclub>[0]> = {}) =>
  new Fanclub({ url: t.origin, key: (await t.given.fanclub()).key, ...options });

describe.each(['json', 'form'] as const)('a visitor in Node whose posts are sent as %s', (posts) => {
  const email = 'ada@x.example';
  beforeEach(() => t.given.customer({ email, firstName: 'Ada' }));

  it('logs in, changes the account, and logs out', async () => {
    const club = await visitor({ posts });
    expect(await club.get('/account')).toEqual({ customer: null });
    const { customer } = await club.post('/login', { email, password: PASSWORD });
    expect(customer).toMatchObject({ email, first_name: 'Ada' });
    expect(await club.post('/account', { first_name: 'Augusta' })).toMatchObject({
      customer: { first_name: 'Augusta' },
    });
    expect(await club.get('/account')).toMatchObject({ customer: { first_name: 'Augusta' } });
    expect(await club.get('/logout')).toEqual({});
    expect(await club.get('/account')).toEqual({ customer: null });
  });

  it('shares nothing with other visitors', async () => {
    const [ada, other] = [await visitor({ posts }), await visitor({ posts })];
    await ada.post('/login', { email, password: PASSWORD });
    expect(await other.get('/account')).toEqual({ customer: null });
  });

  it('enters a contest, and reads the messages', async () => {
    const club = await visitor({ posts });
    await club.post('/login', { email, password: PASSWORD });
    const { id, name } = await t.given.contest();
    const { messages } = await club.post('/contests/{id}/enter', { id });
    expect(messages[0]).toBe(`You have been entered into the ${name} contest`);
  });

  it('signs up for the contact list, with nested fields', async () => {
    const club = await visitor({ posts });
    const contact = { email: 'bea@x.example', favourite_song: 'Ether', shirt: { size: 'M' } };
    expect(await club.post('/contacts', { contact })).toEqual({
      messages: ['Please check your email for confirmation instructions'],
    });
  });

  it('reads a list without an envelope', async () => {
    const club = await visitor({ posts });
    await club.post('/login', { email, password: PASSWORD });
    expect(await club.get('/subscriptions/queued', { scope: 'upcoming' })).toEqual([]);
  });
});

describe('a refusal', () => {
  it('has the messages, and the id of the request', async () => {
    const club = await visitor();
    const failed = club.post('/login', { email: 'ada@x.example', password: 'wrong' });
    await expect(failed).rejects.toThrow(FanclubError);
    await expect(failed).rejects.toMatchObject({
      messages: ['Email and password combination is incorrect.'],
      errors: {},
      status: 200,
      retryAfter: null,
      requestId: expect.stringMatching(/./),
    });
  });

  it('of an unknown path has the status 404', async () => {
    const club = await visitor();
    await expect(club.get('/nowhere' as '/events')).rejects.toMatchObject({
      name: 'FanclubError',
      status: 404,
    });
  });

  it('of an overloaded service has the time to wait, and is not repeated for a post', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const verify = jest.spyOn(t.app.get(Passwords), 'verify').mockRejectedValue(new Overloaded());
    const club = await visitor();
    const failed = club.post('/login', { email: 'ada@x.example', password: PASSWORD });
    await expect(failed).rejects.toMatchObject({ retryAfter: 1 });
    expect(verify).toHaveBeenCalledTimes(1);
  });
});

describe('a read of an overloaded service', () => {
  it('is repeated after the time that the service names', async () => {
    const list = jest.spyOn(t.app.get(EventsService), 'list').mockImplementationOnce(() => {
      throw new Overloaded();
    });
    const club = await visitor();
    const since = performance.now();
    expect(await club.get('/events')).toMatchObject({ events: [] });
    expect(performance.now() - since).toBeGreaterThanOrEqual(1000);
    expect(list).toHaveBeenCalledTimes(2);
  });
});

describe('without an answer', () => {
  it('a call ends with a network error', async () => {
    const club = await visitor({ url: `http://127.0.0.1:${await freePort()}`, retries: 0 });
    await expect(club.get('/events')).rejects.toThrow(FanclubNetworkError);
    await expect(club.get('/events')).rejects.toThrow(
      /^GET \/events: http:\/\/127\.0\.0\.1:\d+ cannot be reached\.$/,
    );
  });

  it('a call ends with a timeout', async () => {
    jest.spyOn(t.app.get(EventsService), 'list').mockReturnValue(new Promise(() => undefined) as never);
    const club = await visitor({ timeout: 100 });
    await expect(club.get('/events')).rejects.toThrow(FanclubTimeoutError);
  });
});
