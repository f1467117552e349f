import type { IncomingMessage } from 'node:http';
import { requestIds } from './request-ids';

const SENT = 'trace-0123456789';
const NEW = /^[0-9a-f-]{36}$/;
const idOf = (trustedProxies: string[], remoteAddress: string | undefined, sent: string | undefined = SENT) =>
  requestIds(trustedProxies)({
    headers: { 'x-request-id': sent },
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('X-Request-Id', () => {
  it.each([
    [['127.0.0.1'], '127.0.0.1'],
    [['127.0.0.1'], '::ffff:127.0.0.1'],
    [['10.0.0.0/8'], '10.20.30.40'],
    [['10.0.0.0/8'], '::ffff:10.20.30.40'],
    [['192.0.2.1', '2001:db8::/32'], '2001:db8:1::7'],
    [['::1'], '::1'],
    [['0.0.0.0/0'], '203.0.113.9'],
  ])('is used if a trusted proxy sends it: %j, %s', (proxies, address) => {
    expect(idOf(proxies, address)).toBe(SENT);
  });

  it.each([
    [[], '127.0.0.1'],
    [['127.0.0.2'], '127.0.0.1'],
    [['10.0.0.0/8'], '11.0.0.1'],
    [['10.0.0.0/8'], undefined],
    [['2001:db8::/32'], '2001:db9::1'],
    [['10.0.0.1'], 'nonsense'],
  ])('is ignored from any other sender: %j, %s', (proxies, address) => {
    expect(idOf(proxies, address)).toMatch(NEW);
  });

  it.each(['a b"c', 'short', 'x'.repeat(65), ''])('is ignored if it is malformed: %j', (sent) => {
    expect(idOf(['127.0.0.1'], '127.0.0.1', sent)).toMatch(NEW);
  });
});
