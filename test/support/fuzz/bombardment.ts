import type { DataSource } from 'typeorm';
import { SAMPLES } from '../../samples/registry';
import { Snapshot } from '../../tenants/snapshot';
import type { ServerProcess } from '../server-process';
import { Gun, type Shot } from './fire';
import { faultsOf, mayHaveChanged } from './oracle';
import { type Probe, shown } from './probe';

/** Probes between two comparisons of the rows of all tables. */
const BATCH = 100;
/** Simultaneous requests: enough to keep the service busy, few enough to stay below its limit. */
const AT_ONCE = 8;

/** Tables that count requests; a refused request may change them. */
const NOTES = [...SAMPLES.values()].flatMap(({ recordsRefusals = [] }) => recordsRefusals);

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
    private readonly gun: Gun,
    private readonly snapshot: Snapshot,
  ) {}

  /** To begin once the world is made: its rows are those that may not change. */
  static async of(db: DataSource, server: ServerProcess): Promise<Bombardment> {
    return new Bombardment(server, new Gun(server.origin, AT_ONCE), await Snapshot.take(db));
  }

  /**
   * Sends all of them, in batches that each find the world as it was made. Returns how long each answer took, in milliseconds.
   * @throws CounterExample for the first probe that shows that a property does not hold
   */
  async send(probes: readonly Probe[]): Promise<number[]> {
    const times: number[] = [];
    try {
      for (let at = 0; at < probes.length; at += BATCH) {
        times.push(...(await this.sendBatch(probes.slice(at, at + BATCH))));
      }
    } finally {
      this.gun.close();
    }
    return times;
  }

  private async sendBatch(probes: readonly Probe[]): Promise<number[]> {
    const shots = await this.fired(probes);
    const times = shots.map(({ ms }) => ms);
    if (!(await this.undoChanges())) return times;
    const refused = shots.filter((shot) => !mayHaveChanged(shot)).map(({ probe }) => probe);
    if (refused.length === probes.length) throw await this.culprit(probes);
    // Those that were told ok have changed rows. Have the others, too? Without those they must not have.
    if (refused.length > 0) await this.sendBatch(refused);
    return times;
  }

  private async fired(probes: readonly Probe[]): Promise<Shot[]> {
    const shots = await this.gun.fireAll(probes).catch((error: unknown) => {
      throw new Error(`The server gives no answer: ${String(error)}\n${this.lastWords()}`, { cause: error });
    });
    for (const shot of shots) {
      const faults = faultsOf(shot);
      if (faults.length > 0) {
        throw new CounterExample(shot.probe, [
          ...faults,
          `answer ${shot.text.slice(0, 500)}`,
          this.lastWords(),
        ]);
      }
    }
    return shots;
  }

  /** The first probe that changes rows without being told `ok`. */
  private async culprit(probes: readonly Probe[]): Promise<Error> {
    for (const probe of probes) {
      await this.fired([probe]);
      const changed = await this.undoChanges();
      if (changed) return new CounterExample(probe, [`it changed ${changed} and was not told ok`]);
    }
    return new Error(`Together, but none alone, these changed rows:\n${probes.map(shown).join('\n')}`);
  }

  /** The tables whose rows have changed, which are as they were again; null without any. */
  private async undoChanges(): Promise<string | null> {
    const changes = await this.snapshot.changes();
    const tables = [...new Set(changes.map(({ table }) => table))].filter((table) => !NOTES.includes(table));
    if (tables.length === 0) return null;
    await this.snapshot.restore(tables);
    return tables.join(', ');
  }

  /** What the service has logged last, which is only what was a fault of its own. */
  private lastWords(): string {
    return `the log ends with ${this.server.output().slice(-2_000) || 'nothing'}`;
  }
}
