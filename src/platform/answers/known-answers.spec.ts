import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WrittenAnswer } from '#libs/envelope';
import type { AnswerCache, Asked, MadeAnswer } from './answer-cache';
import { KnownAnswers } from './known-answers';

const URL = '/api/v1/plans?key=k';
const made: MadeAnswer = {
  answer: WrittenAnswer.success({ plans: [] }),
  fanclubId: 1,
  version: 7,
  madeAt: new Date(0),
};

/** A message of Node's server. */
function message(
  headers: Record<string, string> = {},
  changes: Partial<IncomingMessage> = {},
): IncomingMessage {
  const all = { host: 'fans.example', cookie: 'a=1', ...headers };
  const rawHeaders = Object.entries(all).flat();
  return {
    method: 'GET',
    url: URL,
    httpVersion: '1.1',
    headers: all,
    rawHeaders,
    ...changes,
  } as IncomingMessage;
}

describe('KnownAnswers', () => {
  let isSuspended: boolean;
  let found: MadeAnswer | null;
  let asked: Asked[];
  let counted: string[];
  let known: KnownAnswers;

  beforeEach(() => {
    [isSuspended, found, asked, counted] = [false, made, [], []];
    const cache = { find: (one: Asked) => (asked.push(one), found), record: () => undefined };
    const fastify = { parseCookie: (text: string) => ({ parsed: text }) };
    known = new KnownAnswers(fastify as unknown as FastifyInstance, cache as unknown as AnswerCache, {
      isSuspended: () => isSuspended,
      hostsVersion: () => 1,
      requestId: () => 'new-id',
      counter: (route) => () => counted.push(route),
    });
  });

  function learn(raw = message(), { trusted = true, url = URL, cookie = false } = {}): void {
    const request = { url, originalUrl: URL, raw, routeOptions: { url: '/plans' }, provenance: { trusted } };
    const headers = { vary: 'Origin', 'x-request-id': 'old-id' };
    const reply = { getHeaders: () => headers, hasHeader: (name: string) => cookie && name === 'set-cookie' };
    known.learn(request as unknown as FastifyRequest, reply as unknown as FastifyReply, made);
  }

  /** The headers and the text that were sent; null if nothing was. */
  function send(sent: IncomingMessage): { headers: unknown; text: string } | null {
    let headers: unknown = null;
    let text = '';
    const response = {
      writeHead: (_: number, all: unknown) => (headers = all),
      end: (bytes: Buffer) => (text = bytes.toString()),
    };
    return known.answer(sent, response as unknown as ServerResponse) ? { headers, text } : null;
  }

  it('repeats the headers of an answer that has passed all hooks, with another request id', () => {
    learn();
    expect(send(message())).toEqual({
      headers: { vary: 'Origin', 'x-request-id': 'new-id', 'content-length': 26 },
      text: '{"status":"ok","plans":[]}',
    });
    expect(counted).toEqual(['/plans']);
  });

  it.each<[string, IncomingMessage]>([
    ['another address', message({}, { url: `${URL}&a` })],
    ['another method', message({}, { method: 'HEAD' })],
    ['an older protocol', message({}, { httpVersion: '1.0' })],
    ['another host', message({ host: 'staff.example' })],
    ['two hosts', message({}, { rawHeaders: ['Host', 'fans.example', 'host', 'fans.example'] })],
    ['an origin', message({ origin: 'https://lanterns.example' })],
    ['a referrer', message({ referer: 'https://lanterns.example/' })],
    ['another site', message({ 'sec-fetch-site': 'cross-site' })],
    ['a body', message({ 'content-length': '2' })],
    ['a body without length', message({ 'transfer-encoding': 'chunked' })],
    ['a header with the text "undefined"', message({ referer: 'undefined' })],
  ])('does not answer %s', (_, sent) => {
    learn();
    expect(send(sent)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('answers nothing that it has not learned, while it is suspended, and without an answer in memory', () => {
    expect(send(message())).toBeNull();
    learn();
    isSuspended = true;
    expect(send(message())).toBeNull();
    isSuspended = false;
    found = null;
    expect(send(message())).toBeNull();
    found = { ...made, version: 8 };
    expect(send(message())).toBeNull();
  });

  it('learns the latest answer of a sender', () => {
    learn(message(), { trusted: false });
    learn();
    send(message());
    expect(asked.map(({ cookies }) => cookies)).toEqual([{ parsed: 'a=1' }]);
  });

  it('learns nothing from a rewritten address and from an answer that sets a cookie', () => {
    learn(message(), { url: '/api/v1/plans' });
    learn(message(), { cookie: true });
    expect(send(message())).toBeNull();
  });

  it('reads cookies only of senders that may use the session', () => {
    learn(message({ origin: 'https://evil.example' }), { trusted: false });
    learn();
    send(message({ origin: 'https://evil.example' }));
    send(message());
    expect(asked.map(({ cookies }) => cookies)).toEqual([{}, { parsed: 'a=1' }]);
  });
});
