import fastify, { type FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import { loggerOptions } from './log';
import { RequestLog } from './request-log';

describe('RequestLog', () => {
  let lines: Record<string, unknown>[];
  let server: FastifyInstance;

  function serve(level: 'debug' | 'warn' | 'silent'): void {
    lines = [];
    const stream = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(line.toString()));
        done();
      },
    });
    server = fastify({
      logger: { ...loggerOptions(level as 'debug'), stream },
      childLoggerFactory: RequestLog.of,
      genReqId: () => 'request-1',
    });
    server.get('/', async ({ log }) => {
      log.error({ key: 'secret' }, 'error said');
      log.debug('debug said %s', 'twice');
      log.silent('never said');
      log.child({ part: 'one' }).warn('of a part');
      return log.level;
    });
  }
  afterEach(() => server.close());

  const said = () => lines.filter(({ msg }) => /said|part/.test(String(msg)));

  it('logs like the logger of a request: with its id, without secrets', async () => {
    serve('debug');
    expect((await server.inject('/')).body).toBe('debug');
    expect(said()).toEqual([
      expect.objectContaining({ level: 'error', reqId: 'request-1', key: '[redacted]', msg: 'error said' }),
      expect.objectContaining({ level: 'debug', reqId: 'request-1', msg: 'debug said twice' }),
      expect.objectContaining({ level: 'warn', reqId: 'request-1', part: 'one', msg: 'of a part' }),
    ]);
  });

  it('adds method, route pattern and outcome to each line', async () => {
    serve('warn');
    RequestLog.describeRequests(server);
    server.get('/things/:id', async (request) => {
      request.outcome = 'fault';
      request.log.error({ part: 'of a handler' }, 'error said');
      request.log.error(new Error('broken'));
      request.log.warn('warning said with %s', 'a value');
      return '';
    });
    await server.inject('/things/s3cret?key=s3cret');
    const facts = { reqId: 'request-1', method: 'GET', route: '/things/:id', outcome: 'fault' };
    expect(lines).toEqual([
      expect.objectContaining({ ...facts, part: 'of a handler', msg: 'error said' }),
      expect.objectContaining({ ...facts, err: expect.objectContaining({ message: 'broken' }) }),
      expect.objectContaining({ ...facts, msg: 'warning said with a value' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('is created only for a message at an enabled level', async () => {
    serve('warn');
    const child = jest.spyOn(server.log, 'child');
    server.get('/quiet', async ({ log }) => {
      log.debug('not said');
      log.trace('not said');
      return '';
    });
    await server.inject('/quiet');
    expect(child).not.toHaveBeenCalled();
    await server.inject('/');
    expect(said().map(({ msg }) => msg)).toEqual(['error said', 'of a part']);
  });

  it('logs nothing at level silent', async () => {
    serve('silent');
    await server.inject('/');
    expect(lines).toEqual([]);
  });
});
