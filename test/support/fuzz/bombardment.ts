import type { DataSource } from 'typeorm';
import { SAMPLES } from '../../samples/registry';
import { Snapshot } from '../../tenants/snapshot';
import type { ServerProcess } from '../server-process';
import { type Answered, ProbeSender } from './send-probes';
import { faultsOf, mayHaveChanged } from './oracle';
import { type Probe, shown } from './probe';

/** Probes between two comparisons of the rows of all tables. */
const BATCH = 100;
/** Simultaneous requests: enough to keep the service busy, few enough to stay below its limit. */
const AT_ONCE = 8;

/** Tables that count requests; a refused request may change them. */
const COUNTERS = [...SAMPLES.values()].flatMap(({ recordsRefusals = [] }) => recordsRefusals);

/** A property of bad input that does not hold, with the request that shows it. */
export class CounterExample extends Error {
  constructor(probe: Probe, faults: readonly string[]) {
    super(`${probe.route}: ${faults.join('; ')}.\n${shown(probe)}`);
    this.name = 'CounterExample';
  }
}

/** Sends probes to a server, and checks each answer, the process and the rows of the database. */
export class Bombardment {
  private constructor(
    private readonly server: ServerProcess,
    private readonly sender: ProbeSender,
    private readonly snapshot: Snapshot,
  ) {}

  /** Call it after the world was created, because its rows may not change. */
  static async of(db: DataSource, server: ServerProcess): Promise<Bombardment> {
    return new Bombardment(server, new ProbeSender(server.origin, AT_ONCE), await Snapshot.take(db));
  }

  /**
   * Sends all probes in batches and restores the world after each. Returns the time of each answer in milliseconds.
   * @throws CounterExample for the first probe that violates a property
   */
  async send(probes: readonly Probe[]): Promise<number[]> {
    const times: number[] = [];
    try {
      for (let at = 0; at < probes.length; at += BATCH) {
        times.push(...(await this.sendBatch(probes.slice(at, at + BATCH))));
      }
    } finally {
      this.sender.close();
    }
    return times;
  }

  private async sendBatch(probes: readonly Probe[]): Promise<number[]> {
    const answers = await this.check(probes);
    const times = answers.map(({ ms }) => ms);
    if (!(await this.undoChanges())) return times;
    const refused = answers.filter((answered) => !mayHaveChanged(answered)).map(({ probe }) => probe);
    if (refused.length === probes.length) throw await this.counterExample(probes);
    // Probes with the answer ok may change rows. The other probes must change none when they are sent without them.
    if (refused.length > 0) await this.sendBatch(refused);
    return times;
  }

  private async check(probes: readonly Probe[]): Promise<Answered[]> {
    const answers = await this.sender.sendAll(probes).catch((error: unknown) => {
      throw new Error(`The server gives no answer: ${String(error)}\n${this.endOfLog()}`, { cause: error });
    });
    for (const answered of answers) {
      const faults = faultsOf(answered);
      if (faults.length > 0) {
        throw new CounterExample(answered.probe, [
          ...faults,
          `answer ${answered.text.slice(0, 500)}`,
          this.endOfLog(),
        ]);
      }
    }
    return answers;
  }

  /** The first probe that changes rows without the answer `ok`. */
  private async counterExample(probes: readonly Probe[]): Promise<Error> {
    for (const probe of probes) {
      await this.check([probe]);
      const changed = await this.undoChanges();
      if (changed) return new CounterExample(probe, [`it changed ${changed} without the answer ok`]);
    }
    return new Error(`These requests changed rows only in combination:\n${probes.map(shown).join('\n')}`);
  }

  /** Restores changed tables and returns their names; null without changes. */
  private async undoChanges(): Promise<string | null> {
    const changes = await this.snapshot.changes();
    const tables = [...new Set(changes.map(({ table }) => table))].filter(
      (table) => !COUNTERS.includes(table),
    );
    if (tables.length === 0) return null;
    await this.snapshot.restore(tables);
    return tables.join(', ');
  }

  /** The end of the service's log. It logs only internal errors. */
  private endOfLog(): string {
    return `the log ends with ${this.server.output().slice(-2_000) || 'nothing'}`;
  }
}
