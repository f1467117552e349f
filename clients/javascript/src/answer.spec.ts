import { type Answer, readResponse, secondsIn, valueOf } from './answer.ts';
import { FanclubError, FanclubNetworkError } from './errors.ts';

const answerOf = (text: string, init?: ResponseInit): Promise<Answer> =>
  readResponse(new Response(text, init));

const failureOf = (answer: Answer): unknown => {
  try {
    valueOf(answer, 'GET /events');
  } catch (error) {
    return error;
  }
  throw new Error('The answer is no failure.');
};

describe('the value of an answer', () => {
  it('is its fields without the status', async () => {
    expect(valueOf(await answerOf('{"status":"ok","events":[],"page":null}'), '')).toEqual({
      events: [],
      page: null,
    });
  });

  it('is the list, for an answer without an envelope', async () => {
    expect(valueOf(await answerOf('[{"id":1}]'), '')).toEqual([{ id: 1 }]);
  });
});

describe('a refusal', () => {
  it('has messages, errors, and what the headers tell', async () => {
    const text = `{"status":"error","messages":["A can't be blank","B"],"errors":{"a":["can't be blank"]}}`;
    const headers = { 'x-request-id': 'r-1', 'retry-after': '3' };
    const error = failureOf(await answerOf(text, { headers }));
    expect(error).toBeInstanceOf(FanclubError);
    expect(error).toMatchObject({
      name: 'FanclubError',
      message: "A can't be blank B",
      messages: ["A can't be blank", 'B'],
      errors: { a: ["can't be blank"] },
      status: 200,
      requestId: 'r-1',
      retryAfter: 3,
    });
  });

  it('has empty errors if the service sends none', async () => {
    const error = failureOf(await answerOf('{"status":"error","messages":["No"]}', { status: 404 }));
    expect(error).toMatchObject({ errors: {}, status: 404, requestId: null, retryAfter: null });
  });
});

describe('an answer that is not one of the service', () => {
  it.each([
    '<h1>502 Bad Gateway</h1>',
    '',
    'null',
    '"ok"',
    '{"status":"fine"}',
    '{"status":"error"}',
    '{"status":"ok"',
  ])('is a network error: %s', async (text) => {
    const error = failureOf(await answerOf(text, { status: 502, headers: { 'retry-after': '7' } }));
    expect(error).toBeInstanceOf(FanclubNetworkError);
    expect(error).toMatchObject({ status: 502, retryAfter: 7 });
    const quoted = text || 'an empty body';
    expect(error).toHaveProperty(
      'message',
      `GET /events: not an answer of the service (status 502): ${quoted}`,
    );
  });

  it('is quoted in part', async () => {
    const { message } = failureOf(await answerOf('x'.repeat(1000))) as Error;
    expect(message.length).toBeLessThan(200);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  it.each([
    ['30', 30],
    ['0', 0],
    ['Mon, 15 Jun 2026 12:01:00 GMT', 60],
    ['Mon, 15 Jun 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j means %j seconds', (header, seconds) => expect(secondsIn(header, now)).toBe(seconds));
});
