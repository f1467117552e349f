import { FanclubError, FanclubNetworkError, FanclubTimeoutError } from './errors.ts';
import { sleep, waitBefore } from './retry.ts';

const refusal = (retryAfter: number | null) =>
  new FanclubError({ messages: ['No'], errors: {}, status: 200, requestId: null, retryAfter });
const foreign = (status: number, retryAfter: number | null = null) =>
  new FanclubNetworkError('', { status, retryAfter });

describe('the time before a retry', () => {
  it.each<[string, Error, number | null]>([
    ['a refusal', refusal(null), null],
    ['a refusal with Retry-After', refusal(2), 2000],
    ['a timeout', new FanclubTimeoutError(''), null],
    ['another error', new TypeError(), null],
    ['a foreign answer', foreign(404), null],
    ['a foreign answer with Retry-After', foreign(503, 1), 1000],
    ['a proxy without a service', foreign(502), 250],
    ['a failed connection', new FanclubNetworkError(''), 250],
  ])('after %s is %s', (_, error, wait) => expect(waitBefore(error, 0, 1)).toBe(wait));

  it('doubles with each retry, and differs between clients', () => {
    const failed = new FanclubNetworkError('');
    expect([0, 1, 2].map((retries) => waitBefore(failed, retries, 1))).toEqual([250, 500, 1000]);
    expect(waitBefore(failed, 0, 0)).toBe(125);
  });
});

describe('sleep', () => {
  it('ends when the signal is aborted', async () => {
    const controller = new AbortController();
    const slept = sleep(60_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(sleep(60_000, controller.signal)).rejects.toThrow('enough');
  });
});
