import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { AddressInfo, Server } from 'node:net';
import type { DataSource } from 'typeorm';
import { Clock, FixedClock } from '#libs/clock';
import { createTestDatabase, documentApi, testFolder } from '#libs/testing';
import { runsGroup, stopAfterGroup } from '../suite/group';
import { AppModule } from '../../src/app/app.module';
import { type Config, readConfig } from '../../src/platform/config';
import { APP_OPTIONS, fastifyAdapter, prepareApp } from '../../src/app/create-app';
import { initCell } from '../../src/platform/database';
import { withMaintenance } from '../../src/tools/local';
import { openDataSource } from './data-source';
import { asOwner, asServer } from './database-roles';
import type { LogStream } from '../../src/platform/operations';
import { StaffReference } from '../../src/platform/staff';
import { emptyTables } from './empty-tables';
import { Given } from './given';
import { Api } from './api';
import { publishAtOnce } from './published-at-once';
import { NO_LIMITS } from './no-limits';

/** The service under test: real HTTP on a loopback port, its own database, a clock that tests set. */
export interface TestApp {
  readonly app: NestFastifyApplication;
  /** The database with its owner's rights; the service works with fewer. */
  readonly db: DataSource;
  readonly config: Config;
  readonly clock: FixedClock;
  /** Creates the rows of the current test. */
  readonly given: Given;
  /** Calls the service as a client without cookies; see {@link Api}. */
  readonly api: Api;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Stops something that uses the database after the tests of the file, before its own service stops and the database is dropped. */
  beforeStop(stop: () => Promise<unknown>): void;
}

/** The time of the test clock when a test starts. */
export const NOW = '2026-06-15T12:00:00Z';

const KEY = Buffer.alloc(32, 1).toString('base64');

/** Variables that a suite adds to those of every test, or replaces. */
export type TestEnvironment = Readonly<NodeJS.ProcessEnv>;

/** Variables of the tests themselves. */
const OWN_CONNECTIONS = 5;
/** Milliseconds to wait for one of them, on a loaded machine. */
const OWN_PATIENCE = 60_000;
/** A suite's additions to the service. */
export interface TestParts {
  /**
   * A service of its own, for a file that stops the service, ends its connections, or changes it. By default, files without
   * settings and additions share the service of their group.
   */
  alone?: boolean;
  /** The number of its database, whose ids begin at this number times 10^12. By default the database has none. */
  cell?: number;
  /** Modules, as `createApp` takes them. */
  additions?: readonly Type[];
  /** Receives the JSON lines of the log. */
  log?: LogStream;
}

/** The variables of the service under test. */
export function testEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    PORT: '0',
    DATABASE_URL: asServer(databaseUrl),
    DATABASE_OWNER_URL: asOwner(databaseUrl),
    SESSION_KEYS: KEY,
    ENCRYPTION_KEYS: KEY,
    PUBLIC_URL: 'https://api.example.test',
    LOG_LEVEL: 'fatal',
    DATA_DIR: testFolder(databaseUrl),
    // Queued mails stay in the outbox, where `mailsOf` finds them.
    RUN_JOBS: 'false',
    // Long time limits, so that a loaded machine fails no test; the tests of these limits set their own.
    MAX_EVENT_LOOP_DELAY_MS: '3600000',
    ANSWER_TIMEOUT_SECONDS: '60',
    DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
    DATABASE_STATEMENT_TIMEOUT_MS: '15000',
    DATABASE_LOCK_TIMEOUT_MS: '10000',
    DATABASE_ANSWER_TIMEOUT_MS: '20000',
    PASSWORD_QUEUE_WAIT_MS: '20000',
    READINESS_TIMEOUT_MS: '20000',
    // Agents of the tests keep connections for longer than its default of 5 seconds.
    KEEP_ALIVE_SECONDS: '10',
    ...NO_LIMITS,
  };
}

/** The configuration of the service under test. */
export function testConfig(databaseUrl: string, environment: NodeJS.ProcessEnv = {}): Config {
  return readConfig({ ...testEnvironment(databaseUrl), ...environment });
}

/** A service that runs, with its database. */
interface Running extends Pick<TestApp, 'app' | 'db' | 'config' | 'clock' | 'origin'> {
  /** Whether it serves, nothing has ended the connections of the tests, and the schema is that of its start. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
}

async function startOnNewDatabase(
  environment: TestEnvironment,
  { cell, additions, log }: TestParts,
): Promise<Running> {
  const { url: databaseUrl, drop } = await createTestDatabase();
  if (cell !== undefined) await withMaintenance(asOwner(databaseUrl), (owner) => initCell(owner, cell));
  const clock = new FixedClock(NOW);
  const config = testConfig(databaseUrl, environment);
  const module = await Test.createTestingModule({ imports: [AppModule.with(config, additions)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const app = module.createNestApplication<NestFastifyApplication>(fastifyAdapter(config, log), APP_OPTIONS);
  const published = await publishAtOnce(app, databaseUrl);
  await prepareApp(app, config);
  documentApi('/staff/api', () => (staffDocument ??= app.get(StaffReference).read()));
  await app.listen(config.port, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const { port } = server.address() as AddressInfo;
  const db = await openDataSource(databaseUrl, { poolSize: OWN_CONNECTIONS, acquireTimeout: OWN_PATIENCE });
  await published.ready();
  const schema = await schemaOf(db);
  return {
    ...{ app, db, config, clock, origin: `http://127.0.0.1:${port}` },
    isWhole: async () =>
      server.listening && db.isInitialized && published.isConnected() && (await schemaOf(db)) === schema,
    stop: async () => {
      await app.close();
      await published.stop();
      await db.destroy();
      await drop();
    },
  };
}

/** A digest of the tables, columns, constraints, indexes, functions and triggers, and of the rights to tables and functions. */
async function schemaOf(db: DataSource): Promise<string> {
  const [{ digest }] = await db.query<{ digest: string }[]>(
    `SELECT md5(string_agg(part, ',' ORDER BY part)) AS digest FROM (
       SELECT concat_ws(' ', oid, relacl::text) FROM pg_class WHERE relnamespace = 'public'::regnamespace
       UNION ALL SELECT concat_ws(' ', attrelid, a.attname, atttypid, attnotnull, atthasdef, attisdropped)
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace
       UNION ALL SELECT concat_ws(' ', oid, convalidated) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT concat_ws(' ', oid, proacl::text, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       UNION ALL SELECT concat_ws(' ', oid, tgenabled) FROM pg_trigger
     ) parts (part)`,
  );
  return digest;
}

const CHANGED =
  'A test has stopped the shared service, ended its connections or changed its schema. Use testApp({}, { alone: true }).';

/** The document of the API for staff, which all services of a process share: making it takes half a second. */
let staffDocument: ReturnType<StaffReference['read']> | undefined;

/** The service with the default settings that the files of a group share. */
let shared: Promise<Running> | null = null;

async function shareService(): Promise<Running> {
  shared ??= startOnNewDatabase({}, {}).then(
    (running) => {
      stopAfterGroup(() => running.stop());
      return running;
    },
    (error: unknown) => {
      shared = null;
      throw error;
    },
  );
  return shared;
}

/**
 * Starts the service before the tests of a file and stops it after them. Every test begins with empty tables, the clock at
 * {@link NOW} and a new `given`, so no test depends on another. Files of one group share a service, unless they give it settings or
 * parts.
 */
export function testApp(
  environment: TestEnvironment | (() => Promise<TestEnvironment>) = {},
  parts: TestParts = {},
): TestApp {
  const context = {} as { -readonly [Name in keyof TestApp]: TestApp[Name] };
  const isDefault = typeof environment === 'object' && Object.keys({ ...environment, ...parts }).length === 0;
  const shares = runsGroup() && isDefault;
  const stops: (() => Promise<unknown>)[] = [];
  context.beforeStop = (stop) => stops.push(stop);
  let running: Running;

  beforeAll(async () => {
    const variables = typeof environment === 'function' ? await environment() : environment;
    running = shares ? await shareService() : await startOnNewDatabase(variables, parts);
    const { app, db, config, clock, origin } = running;
    Object.assign(context, { app, db, config, clock, origin });
  });

  beforeEach(() => beginAnew(context));

  afterAll(() => Promise.all(stops.map((stop) => stop())));
  afterAll(async () => {
    if (!shares) await running?.stop();
    else if (!(await running?.isWhole().catch(() => false))) {
      shared = null;
      throw new Error(`${CHANGED} The last test was "${expect.getState().currentTestName}".`);
    }
  });

  return context;
}

/** Empties the tables, sets the clock to {@link NOW}, and makes a new `given`, as before every test. */
export async function beginAnew(t: { -readonly [Name in keyof TestApp]: TestApp[Name] }): Promise<void> {
  await emptyTables(t.db);
  t.clock.set(NOW);
  t.given = new Given(t.db, t.clock);
  t.api = new Api(t.origin, t.given);
}

/**
 * A second service on the same database, with the same settings and clock, but with its own connections and memory. It does not
 * listen. Call it at the top of a suite, after {@link testApp}.
 */
export function secondService(t: TestApp): TestApp {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [AppModule.with(t.config)] })
      .overrideProvider(Clock)
      .useValue(t.clock)
      .compile();
    app = module.createNestApplication<NestFastifyApplication>(fastifyAdapter(t.config), APP_OPTIONS);
    await prepareApp(app, t.config);
    await app.init();
  });
  afterAll(() => app?.close());
  return Object.defineProperty(Object.create(t) as TestApp, 'app', { get: () => app });
}
