import fastify from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerJsonp, rewriteBelow } from './jsonp-requests';

describe('a JSONP write to a route without JSONP', () => {
  it('is answered once, by the handler of unknown paths, without its query in the log', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const server = fastify({
      logger: { level: 'warn', stream },
      rewriteUrl: (message) => rewriteBelow('/api')(message as never),
    });
    answerJsonp(server);
    const handler = jest.fn();
    server.post('/api/work', { config: { jsonp: false } }, handler);
    let unknown = 0;
    server.setNotFoundHandler(async (_request, reply) => {
      unknown += 1;
      // Long enough for a second answer to appear.
      await sleep(50);
      return reply.code(404).send({ status: 'error' });
    });
    const answer = await server.inject('/api/work?callback=cb&_method=POST&password=s3cret');
    await server.close();
    expect([answer.statusCode, unknown, handler.mock.calls.length]).toEqual([404, 1, 0]);
    expect(lines.join('')).toBe('');
  });
});
