import { fastify, LogController } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { AnsweredTooLate, keepDeadline } from './deadline';

/** A server whose answer to `/slow` waits until the test calls `letGo`, or until the late answer is being sent in its place. */
function slowServer(letGoBy: 'caller' | 'sending') {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const logController = new LogController({ disableRequestLogging: true });
  const server = fastify({ logger: { level: 'debug', stream }, logController });
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  keepDeadline(server, 50);
  server.addHook('onSend', async () => {
    if (letGoBy === 'caller') return;
    letGo();
    await sleep(20);
  });
  server.setErrorHandler((error, _request, reply) =>
    reply.status(200).send({ late: error instanceof AnsweredTooLate }),
  );
  server.get('/unknown', (_request, reply) => {
    reply.callNotFound();
  });
  server.get('/slow', async () => {
    await released;
    return { late: false };
  });
  return { server, lines, letGo };
}

/** The only line that is logged about the late answer, at level `debug`. */
const LATE = expect.objectContaining({ level: 20, msg: 'answer came after the deadline' });

describe('an answer that comes after the deadline', () => {
  it.each(['caller', 'sending'] as const)(
    'is dropped, with a debug line that does not contain the URL (released by the %s)',
    async (letGoBy) => {
      const { server, lines, letGo } = slowServer(letGoBy);
      const { body } = await server.inject('/slow?key=s3cret');
      letGo();
      await sleep(50);
      await server.close();
      expect(body).toBe('{"late":true}');
      expect(lines.map((line) => JSON.parse(line))).toEqual([LATE]);
      expect(lines.join()).not.toContain('s3cret');
    },
  );
});

it('a request that its handler answers by callNotFound has one deadline, which ends with the answer', async () => {
  const { server, lines } = slowServer('caller');
  server.setNotFoundHandler((_request, reply) => reply.code(404).send());
  const { statusCode } = await server.inject('/unknown');
  await sleep(100);
  await server.close();
  expect([statusCode, lines]).toEqual([404, []]);
});
