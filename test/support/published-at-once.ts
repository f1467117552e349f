import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { observeStatements, uncounted } from '#libs/testing';
import { Visits } from '#platform/access';
import { Config } from '../../src/platform/config';
import { AnswerCache } from '../../src/platform/answers/answer-cache';
import { Published } from '../../src/platform/published';

/** Statements that never change published data. */
const READS = /^\s*(SELECT|START|BEGIN|COMMIT|ROLLBACK|LISTEN)\b/i;

/** Milliseconds that a request waits for a notification. It continues without one, as the database may be unreachable. */
const TIMEOUT = 2_000;

/**
 * Milliseconds for which the listening connection is trusted longer than in production, if it leads straight to the database. Such a
 * connection may break, which is noticed, but is not silent; the answer to its heartbeat is only late on a busy machine.
 */
const LONGER_TRUST = 20_000;

/** The handle of {@link publishAtOnce}. */
export interface PublishedAtOnce {
  /** Resolves once the server receives notifications. */
  ready(): Promise<void>;
  /** False once a test has ended the connection that marks what it has written. */
  isConnected(): boolean;
  stop(): Promise<void>;
}

/**
 * Makes every request to the server under test see everything that the test has written before. In production a change is visible
 * some milliseconds after its commit. Here the request waits until the server has received all notifications, and has loaded the
 * fan club again, so that the request itself sends only the statements of a request for a cached fan club. Call it before the
 * application is prepared.
 */
export async function publishAtOnce(
  app: NestFastifyApplication,
  databaseUrl: string,
): Promise<PublishedAtOnce> {
  const published = app.get(Published);
  const visits = app.get(Visits);
  if (portOf(app.get(Config).database.listenUrl) === portOf(databaseUrl)) trustLonger(published);
  const reports = await Reports.of(published, databaseUrl, () => visits.dropAll());
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request: FastifyRequest) =>
    uncounted(async () => {
      await reports.caughtUp();
      await readAhead(published, request).catch(() => undefined);
    }),
  );
  // An answer that leaves before the hooks run does not wait, so there is none until the server has heard of everything.
  const answers = app.get(AnswerCache);
  answers.find = (request) => (reports.isCaughtUp ? AnswerCache.prototype.find.call(answers, request) : null);
  return {
    ready: async () => {
      const { snapshots } = published;
      for (let waited = 0; !snapshots.isTrusted && waited < TIMEOUT; waited += 5) await sleep(5);
    },
    isConnected: () => reports.isConnected,
    stop: () => reports.stop(),
  };
}

const portOf = (url: string): string => new URL(url).port;

function trustLonger({ snapshots }: Published): void {
  const [startTrust, trustUntil] = [
    snapshots.startTrust.bind(snapshots),
    snapshots.trustUntil.bind(snapshots),
  ];
  snapshots.startTrust = (until) => startTrust(until + LONGER_TRUST);
  snapshots.trustUntil = (until) => trustUntil(until + LONGER_TRUST);
}

/** Loads the request's fan club if it is not cached. */
async function readAhead(published: Published, request: FastifyRequest): Promise<void> {
  const { key } = request.query as { key?: unknown };
  const [, page] = /^\/fanclubs\/(\d{1,15})\//.exec(request.url) ?? [];
  if (page !== undefined) await published.byId(Number(page));
  else if (typeof key === 'string' && !key.includes('\0')) await published.byKey(key);
}

/** Checks whether the server has received the notifications of everything that this process has written. */
class Reports {
  private readonly heard = new Map<number, () => void>();
  private marks = 0;
  private written = true;
  isConnected = true;
  private readonly endWatch: () => void;
  private under: Promise<void> = Promise.resolve();
  private reporting = 0;

  private constructor(
    private readonly client: Client,
    private readonly published: Published,
    private readonly onWritten: () => void,
  ) {
    // A test may end all connections, including this one.
    client.on('error', () => undefined);
    client.on('end', () => (this.isConnected = false));
    this.endWatch = observeStatements((text) => {
      if (!READS.test(text)) this.written = true;
    });
    this.watchReports();
  }

  static async of(published: Published, connectionString: string, onWritten: () => void): Promise<Reports> {
    const client = new Client({ connectionString, application_name: 'fanclub-test' });
    const reports = new Reports(client, published, onWritten);
    await client.connect();
    return reports;
  }

  caughtUp(): Promise<void> {
    if (this.written) this.onWritten();
    if (this.written && this.published.snapshots.isTrusted) {
      this.written = false;
      this.reporting += 1;
      // One after the other, because the client sends one statement at a time.
      this.under = this.under
        .then(() => this.report())
        .catch(() => undefined)
        .finally(() => (this.reporting -= 1));
    }
    return this.under;
  }

  get isCaughtUp(): boolean {
    return !this.written && this.reporting === 0;
  }

  stop(): Promise<void> {
    this.endWatch();
    return this.client.end();
  }

  /** Notifications arrive in the order of the commits, so this one follows those of all earlier commits. */
  private async report(): Promise<void> {
    const mark = (this.marks -= 1);
    const notified = new Promise<void>((resolve) => this.heard.set(mark, resolve));
    await this.client.query("SELECT pg_notify('fanclub_published', $1)", [String(mark)]);
    await Promise.race([notified, sleep(TIMEOUT, undefined, { ref: false })]);
  }

  private watchReports(): void {
    const { snapshots } = this.published;
    const drop = snapshots.drop.bind(snapshots);
    snapshots.drop = (id) => {
      drop(id);
      this.heard.get(id)?.();
      this.heard.delete(id);
    };
  }
}
