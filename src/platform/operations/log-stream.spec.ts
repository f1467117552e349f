import fastify from 'fastify';
import { Writable } from 'node:stream';
import { loggerOptions } from './log';
import { logStream } from './log-stream';

/** The output of a log of this format to a stream that is not a terminal. */
async function printed(say: (log: ReturnType<typeof fastify>['log']) => void): Promise<string> {
  const chunks: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  const { log } = fastify({ logger: loggerOptions('info', await logStream('pretty', destination)) });
  say(log);
  return chunks.join('');
}

describe('LOG_FORMAT', () => {
  it('json leaves the lines unchanged', async () => {
    expect(await logStream('json')).toBeUndefined();
  });

  it('pretty prints time, level, message and fields in one line of text', async () => {
    const text = await printed((log) => log.warn({ reqId: 'request-1' }, 'look here'));
    expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: look here \{"reqId":"request-1"\}\n$/);
  });

  it('pretty prints an error with its stack', async () => {
    const text = await printed((log) => log.error({ err: new Error('no luck') }, 'request failed'));
    expect(text).toContain('ERROR: request failed');
    expect(text).toMatch(/Error: no luck\n\s+at /);
  });

  it('pretty hides the same secrets as JSON', async () => {
    const text = await printed((log) => log.warn({ key: 's3cret', a: { password: 's3cret' } }, 'said'));
    expect(text).not.toContain('s3cret');
    expect(text).toContain('[redacted]');
  });
});
