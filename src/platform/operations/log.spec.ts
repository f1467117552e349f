import fastify, { errorCodes } from 'fastify';
import { loggerOptions } from './log';

function logged(fields: object): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  const { log } = fastify({ logger: { ...loggerOptions('trace'), stream } });
  log.info(fields, 'said');
  return lines.join('');
}

describe('the log', () => {
  it.each([
    'key',
    'email',
    'password',
    'current_password',
    'token',
    'access_token',
    'refresh_token',
    'social_signed_request',
    'cookie',
    'api-key',
    'set-cookie',
  ])('never shows a %s', (field) => {
    const line = logged({ [field]: 's3cret', a: { [field]: 's3cret' }, b: { c: { [field]: 's3cret' } } });
    expect(line).not.toContain('s3cret');
    expect(line).toContain('[redacted]');
  });

  it('has times that people and programs can read', () => {
    const { time } = JSON.parse(logged({})) as { time: string };
    expect(time).toBe(new Date(time).toISOString());
  });

  it('does not serialise requests, whose URL and headers carry keys and cookies', () => {
    expect(logged({ req: { url: '/fanclub?key=s3cret', headers: { cookie: 's3cret' } } })).not.toContain(
      's3cret',
    );
  });

  it('contains the code and constraint of a database error, but not the row that it quotes', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "uq_x"'), {
      code: '23505',
      constraint: 'uq_x',
      detail: 'Key (email)=(ada@example.test) already exists.',
      parameters: ['ada@example.test'],
    });
    const line = logged({ err: error });
    expect(line).toContain('"constraint":"uq_x"');
    expect(line).not.toContain('ada@example.test');
  });

  it('does not repeat the address of a request that was answered twice', () => {
    const error = new errorCodes.FST_ERR_REP_ALREADY_SENT('/x?key=s3cret&password=s3cret', 'GET');
    const line = logged({ err: error });
    expect(line).not.toContain('s3cret');
    expect(line).toContain('a second answer');
  });

  it('does not repeat a value that the database could not read', () => {
    const error = Object.assign(new Error('invalid input syntax for type bigint: "ada@example.test"'), {
      code: '22P02',
    });
    expect(logged({ err: error })).not.toContain('ada@example.test');
  });
});
