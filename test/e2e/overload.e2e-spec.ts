import { availableParallelism } from 'node:os';
import { Passwords } from '#libs/password';
import { Overloaded } from '../../src/platform/http';
import { PASSWORD } from '#samples';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const UNEXPECTED = 'An error has occurred, please try again later.';

describe('a full queue of passwords', () => {
  beforeEach(async () => {
    await t.given.customer({ email: 'ada@x.example' });
    jest.spyOn(t.app.get(Passwords), 'verify').mockRejectedValue(new Overloaded());
  });
  afterEach(() => jest.restoreAllMocks());

  it('refuses further requests', async () => {
    jest.restoreAllMocks();
    const places = availableParallelism() + 64;
    const verifying = Array.from({ length: places + 3 }, () =>
      t.app.get(Passwords).verify('guess', null, '192.0.2.1'),
    );
    const ended = await Promise.allSettled(verifying);
    for (const { reason } of ended.slice(places) as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(Overloaded);
    }
  }, 30_000);

  it('is answered as too many requests, with Retry-After', async () => {
    const answer = await t.api.post('/login', { email: 'ada@x.example', password: PASSWORD });
    expect([answer.code, answer.body]).toEqual([200, { status: 'error', messages: [UNEXPECTED] }]);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('gets its own hosted page with an ordinary status code', async () => {
    const { id } = await t.given.fanclub();
    const form = await new Pages(t.origin).open(`/fanclubs/${id}/login`);
    const page = await form.submit({ email: 'ada@x.example', password: PASSWORD });
    expect([page.status, page.heading]).toEqual([503, 'Please try again']);
    expect(page.headers['retry-after']).toBe('1');
  });
});
