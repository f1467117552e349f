import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Config } from '#platform/config';
import { openPool, type PoolSettings } from './data-source-options';
import { PoolStatements } from './pool-statement';
import { type PrimaryLog, Replica } from './replica';
import { withSample } from './replication.rules';
import { statement } from './statement';
import { types } from './sql-types';

/** Milliseconds between two questions how far primary and replicas are. */
const INTERVAL = 500;

/** Milliseconds that a read waits for a replica, first for a connection, then for the answer, before it is made on the primary. */
const PATIENCE = 1000;

/** Where new records go, not how much of the log is on disk: a commit that does not wait for the disk counts as well. */
export const WRITTEN = statement('database.written', {
  row: { position: types.text, system: types.text },
  text: `
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS position,
           (SELECT system_identifier::text FROM pg_control_system()) AS system`,
});

/**
 * The streaming replicas, and which of them may be read: those that provably have everything that was committed until
 * `maxLag` ago. The proof is by positions in the log, which are asked twice a second on connections of their own; a replica
 * that cannot be asked is soon not proven any more.
 */
export class Replicas implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Replicas');
  private readonly replicas: readonly { readonly host: string; readonly replica: Replica }[];
  private readonly primary: Pool;
  private readonly maxLag: number;
  private known: PrimaryLog | null = null;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly leftOut = new Map<string, boolean>();
  private turn = 0;

  constructor({ database }: Config) {
    this.maxLag = database.replicas.maxLag;
    const reading = { ...database, ...within(PATIENCE), max: database.poolSize };
    const probing = { ...database, ...within(this.maxLag), max: 1, applicationName: 'fanclub-replicas' };
    this.primary = openPool(database.url, probing);
    this.replicas = database.replicas.urls.map((url) => ({
      host: new URL(url).host,
      replica: new Replica(url, reading, probing),
    }));
  }

  /** One that is good enough, by turns; null if none is. */
  next(): Replica | null {
    const oldest = performance.now() - this.maxLag;
    for (let tried = 0; tried < this.replicas.length; tried += 1) {
      this.turn = (this.turn + 1) % this.replicas.length;
      const { replica } = this.replicas[this.turn];
      if (replica.provenUntil >= oldest) return replica;
    }
    return null;
  }

  onApplicationBootstrap(): void {
    this.repeat(() => this.sample());
    for (const { host, replica } of this.replicas) this.repeat(() => this.compare(host, replica));
  }

  async onApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearInterval);
    await Promise.all([this.primary.end(), ...this.replicas.map(({ replica }) => replica.close())]);
  }

  /** Begins at once and again after each interval, unless the time before is still under way. */
  private repeat(work: () => Promise<void>): void {
    let isUnderWay = false;
    const once = async (): Promise<void> => {
      if (isUnderWay) return;
      isUnderWay = true;
      await work().finally(() => (isUnderWay = false));
    };
    void once();
    this.timers.push(setInterval(() => void once(), INTERVAL).unref());
  }

  /** Without an answer of the primary there is no new sample, and soon nothing is proven: so its failure needs no handling. */
  private async sample(): Promise<void> {
    const at = performance.now();
    const found = await new PoolStatements(this.primary).first(WRITTEN, {}).catch(() => null);
    if (!found) return;
    const former = this.known?.system === found.system ? this.known.samples : [];
    const samples = withSample(former, { at, position: BigInt(found.position) }, this.maxLag);
    this.known = { system: found.system, samples };
  }

  private async compare(host: string, replica: Replica): Promise<void> {
    if (!this.known) return;
    const failure = await replica.compare(this.known).then(
      () => null,
      (error: Error) => error.message,
    );
    const isLeftOut = replica.provenUntil < performance.now() - this.maxLag;
    const wasLeftOut = this.leftOut.get(host);
    if (wasLeftOut === isLeftOut) return;
    this.leftOut.set(host, isLeftOut);
    if (isLeftOut) this.log.warn(`${host} is left out: ${failure ?? 'it is too far behind'}`);
    else if (wasLeftOut) this.log.warn(`${host} is read from again`);
    else this.log.log(`${host} is read from`);
  }
}

/** So long for a connection, and so long for an answer, in milliseconds. */
const within = (time: number): Partial<PoolSettings> => ({
  acquireTimeout: time,
  statementTimeout: time,
  queryTimeout: time,
});
