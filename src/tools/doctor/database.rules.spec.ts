import 'reflect-metadata';
import { readConfig } from '#platform/config';
import {
  clockFindings,
  connectionFindings,
  type DatabaseFacts,
  jobFindings,
  logFindings,
  roleFindings,
  schemaFindings,
  sealFindings,
  serverFindings,
} from './database.rules';
import { holdFindings } from './hold.rules';

const KEY = Buffer.alloc(32, 7).toString('base64');
const FACTS: DatabaseFacts = {
  versionNumber: 180_001,
  version: '18.1',
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  fsync: true,
  fullPageWrites: true,
  waitsForCommit: true,
  autovacuum: true,
  checksums: true,
  isRemote: false,
  isEncrypted: false,
  hasOtherCollation: false,
  isOwner: false,
  maxConnections: 100,
  reservedConnections: 3,
  connections: 12,
  processes: 1,
  workers: 1,
  megabytes: 40,
};
const states = (found: readonly { state: string }[]): string => found.map(({ state }) => state).join();
const texts = (found: readonly { text: string }[]): string => found.map(({ text }) => text).join('\n');

describe('the server', () => {
  it.each<[string, Partial<DatabaseFacts>, string]>([
    ['ok', {}, 'PostgreSQL 18.1, 40 MB'],
    ['problem', { versionNumber: 140_012, version: '14.12' }, 'PostgreSQL 14.12 is too old'],
    ['problem', { encoding: 'LATIN1' }, 'LATIN1'],
    ['problem', { isStandby: true }, 'connects to a standby'],
    ['problem', { isReadOnly: true }, 'read-only'],
    ['problem', { fsync: false, waitsForCommit: false }, 'fsync, synchronous_commit off'],
    ['problem', { fullPageWrites: false, autovacuum: false }, 'full_page_writes, autovacuum off'],
    ['warning', { checksums: false }, 'data_checksums'],
    ['warning', { isRemote: true }, 'not encrypted'],
    ['ok', { isRemote: true, isEncrypted: true }, '18.1'],
    ['problem', { hasOtherCollation: true }, 'indexes'],
  ])('is %s with %j', (state, facts, text) => {
    const found = serverFindings({ ...FACTS, ...facts });
    expect(states(found)).toBe(state);
    expect(texts(found)).toContain(text);
  });
});

describe('the role', () => {
  it.each([
    ['ok', {}, []],
    ['warning', { isOwner: true }, []],
    ['problem', {}, ['INSERT on customers']],
  ])('is %s', (state, facts, missing) => {
    expect(states(roleFindings({ ...FACTS, ...facts }, missing))).toBe(state);
  });
});

describe('the clock', () => {
  it.each([
    ['ok', 0.2, 0],
    ['ok', 5, 4],
    ['warning', 5, 0.1],
    ['warning', -20, 0.1],
    ['problem', -31, 0.1],
    ['problem', 3600, 5],
  ])('is %s at %d seconds, known to %d seconds', (state, difference, error) => {
    expect(states(clockFindings(difference, error))).toBe(state);
  });
});

describe('the connections', () => {
  const findings = (environment: NodeJS.ProcessEnv, facts: Partial<DatabaseFacts>) =>
    connectionFindings(
      { ...FACTS, ...facts },
      readConfig({
        DATABASE_URL: 'postgres://127.0.0.1/db',
        SESSION_KEYS: KEY,
        ENCRYPTION_KEYS: KEY,
        ...environment,
      }),
    );

  it('count the pool, the listener and the worker of each server', () => {
    expect(texts(findings({}, { processes: 2 }))).toBe(
      '2 processes open up to 30 of 97 connections (12 are open)',
    );
    expect(texts(findings({ RUN_JOBS: 'false' }, { processes: 0, workers: 2 }))).toContain(
      '1 process opens up to 19',
    );
    expect(texts(findings({ DATABASE_REPLICA_URLS: 'postgres://other/db' }, {}))).toContain('up to 16');
    expect(texts(findings({ METRICS_PORT: '0' }, {}))).toContain('up to 16');
  });

  it('are divided among the processes of a group, one of which runs the jobs', () => {
    const text = '4 processes open up to 20 of 97 connections (12 are open)';
    expect(texts(findings({ PROCESSES: '4' }, { processes: 4 }))).toBe(text);
    expect(texts(findings({ PROCESSES: '4' }, { processes: 0 }))).toBe(text);
    expect(texts(findings({ PROCESSES: '4' }, { processes: 8 }))).toContain('up to 40');
  });

  it.each([
    ['ok', {}, { processes: 5 }],
    ['warning', {}, { processes: 6 }],
    ['problem', {}, { processes: 7 }],
    ['problem', { DATABASE_POOL_SIZE: '100' }, {}],
  ])('are %s with %j and %j', (state, environment, facts) => {
    expect(states(findings(environment, facts))).toBe(state);
  });
});

describe('the jobs', () => {
  it.each([
    ['ok', 1, 0, 0],
    ['problem', 0, 3, 0],
    ['warning', 1, 3, 0],
    ['warning', 1, 0, 2],
    ['problem,warning', 0, 0, 2],
  ])('are %s with %d workers, %d late jobs and %d given-up mails', (state, workers, late, givenUp) => {
    expect(states(jobFindings({ ...FACTS, workers }, { late, givenUp }))).toBe(state);
  });
});

it('the log of the database is reported if it cannot leave the disk', () => {
  expect(logFindings({ archivingFails: false, idleSlots: [] })).toEqual([]);
  expect(states(logFindings({ archivingFails: true, idleSlots: ['berlin'] }))).toBe('problem,warning');
  expect(texts(logFindings({ archivingFails: false, idleSlots: ['berlin'] }))).toContain('berlin');
});

it('held fan clubs are named', () => {
  expect(holdFindings([])).toEqual([]);
  const held = {
    name: 'Tin Comets',
    heldAt: new Date('2026-06-15T12:00:00Z'),
    isByMove: false,
    movedTo: null,
  };
  const found = holdFindings([held]);
  expect([states(found), texts(found)]).toEqual([
    'warning',
    'nothing of “Tin Comets” can be written since 2026-06-15T12:00:00.000Z',
  ]);
  expect(found[0].remedy).toContain('fanclub release');
});

it.each([
  ['holds it', null, 'a move holds it', '--abort'],
  ['has not brought to the other database', 'cell 1', 'to cell 1 is not complete', 'repeat it'],
])('a fan club that a move %s is a problem that release does not solve', (_, movedTo, text, remedy) => {
  const found = holdFindings([{ name: 'Tin Comets', heldAt: new Date(), isByMove: true, movedTo }]);
  expect([states(found), texts(found)]).toEqual(['problem', expect.stringContaining(text)]);
  expect(found[0].remedy).toContain(remedy);
  expect(found[0].remedy).not.toContain('release');
});

describe('the schema', () => {
  it.each([
    ['ok', [], [], 'all 3 are applied'],
    ['problem', ['a', 'b', 'c'], [], 'no schema yet'],
    ['problem', ['c'], [], 'these are missing: c'],
    ['problem', [], ['d'], 'a newer version has migrated the database (d)'],
  ])('is %s without %j and with %j', (state, missing, unknown, text) => {
    const found = schemaFindings({ missing, unknown }, 3);
    expect(states(found)).toBe(state);
    expect(texts(found)).toContain(text);
  });
});

describe('the sealed values', () => {
  it.each([
    ['ok', { current: 3, old: 0, lost: 0 }, 'all 3'],
    ['warning', { current: 3, old: 1, lost: 0 }, '1 stored secrets'],
    ['problem', { current: 3, old: 1, lost: 2 }, '2 of 6'],
  ])('are %s with %j', (state, counts, text) => {
    const found = sealFindings(counts);
    expect(states(found)).toBe(state);
    expect(texts(found)).toContain(text);
  });
});
