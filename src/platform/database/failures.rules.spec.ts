import {
  isConnectionLost,
  isLockTimeout,
  isStatementTimeout,
  isUnreachable,
  onlyReads,
  ruinsConnection,
  ServerIsStandby,
} from './failures.rules';
import { DatabaseError } from 'pg';

const reported = (code: string): DatabaseError =>
  Object.assign(new DatabaseError('no', 2, 'error'), { code, severity: 'ERROR' });
const broken = (code: string): Error => Object.assign(new Error('broken'), { code });

describe('isConnectionLost', () => {
  it.each([
    ...['08000', '08006', '08P01', '57P01', '57P02', '57P03', '53300'].map(reported),
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].map(broken),
    new Error('Connection terminated unexpectedly'),
    new ServerIsStandby(),
  ])('is true of %s', (error) =>
    expect([isConnectionLost(error), isUnreachable(error)]).toEqual([true, true]),
  );

  it.each([...['23505', '40P01', '57014', '55P03', '25006'].map(reported), new Error('else'), null, 'text'])(
    'is false of %s',
    (error) => expect([isConnectionLost(error), isUnreachable(error)]).toEqual([false, false]),
  );

  it('is false of a timeout, which makes the database unreachable', () => {
    for (const text of ['Query read timeout', 'Connection terminated due to connection timeout']) {
      expect([isConnectionLost(new Error(text)), isUnreachable(new Error(text))]).toEqual([false, true]);
    }
  });
});

it.each([
  ['23505', false],
  ['57014', false],
  ['25006', true],
  ['57P01', true],
])('after %s a connection is unusable: %s', (code, expected) => {
  expect(ruinsConnection(reported(code))).toBe(expected);
});

it('only 57014 is a timeout of a statement', () => {
  expect(['57014', '55P03', '40P01'].map((code) => isStatementTimeout(reported(code)))).toEqual([
    true,
    false,
    false,
  ]);
});

it('only 55P03 is a timeout of a lock', () => {
  expect(['55P03', '57014', '40P01'].map((code) => isLockTimeout(reported(code)))).toEqual([
    true,
    false,
    false,
  ]);
});

describe('onlyReads', () => {
  const read = (text: string) => onlyReads({ name: 'test.read', text });

  it.each(['SELECT 1', '\n  WITH a AS (SELECT 1) SELECT * FROM a', 'select updated_at from customers'])(
    'is true of %s',
    (text) => expect(read(text)).toBe(true),
  );

  it.each([
    'INSERT INTO a VALUES (1)',
    'WITH gone AS (DELETE FROM a RETURNING id) SELECT * FROM gone',
    `SELECT graphile_worker.add_job('mail')`,
    'SELECT id FROM a FOR UPDATE',
    `SELECT nextval('a')`,
    'SELECT pg_advisory_lock(1)',
    'LOCK TABLE a',
  ])('is false of %s', (text) => expect(read(text)).toBe(false));
});
