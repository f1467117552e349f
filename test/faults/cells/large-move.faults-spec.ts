import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../support/postgres';
import type { Visited } from '../support/stage';
import { READS, type Sample, Traffic } from '../support/traffic';
import { repeatUnknown } from '../support/writes';
import { CellsStage } from './cells-stage';
import { type LargeMove, writeLargeMoveFigures } from './figures';
import { fillLargeClub, visitLargeClub } from './large-club';
import { NO_PROXY } from './proxy';

/*
 * A large fan club moves there and back while it is in use: how long that takes, how long the fan club is held, and what visitors notice of the copy.
 */

const CUSTOMERS = Number(process.env.MOVED_CUSTOMERS ?? 100_000);
const PER_SECOND = 12;
/** Milliseconds of traffic before a move, to compare with. */
const BEFORE = 15_000;
/** Seconds that a fan club of 100,000 customers may be held; it takes in proportion to the rows. */
const HELD = Math.max(3, (3 * CUSTOMERS) / 100_000);

let stage: CellsStage;
let club: Visited;

const within = (samples: readonly Sample[], from: number, to: number): Sample[] =>
  samples.filter(({ sent, ended }) => sent >= from && ended <= to);

/** The processor time of a PostgreSQL server, read several times a second. */
class Meter {
  private readonly readings: { at: number; seconds: number }[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly postgres: Postgres) {
    this.read();
    this.timer = setInterval(() => this.read(), 200);
  }

  stop(): void {
    clearInterval(this.timer);
    this.read();
  }

  /** Between the first and the last reading of a time: seconds of the processor for each second. */
  share(from: number, to: number): number {
    const read = this.readings.filter(({ at }) => at >= from && at <= to);
    const [first, last] = [read[0], read[read.length - 1]];
    return ((last.seconds - first.seconds) * 1000) / (last.at - first.at);
  }

  private read(): void {
    this.readings.push({ at: performance.now(), seconds: this.postgres.processorSeconds });
  }
}

/** Milliseconds that a share of the reads was answered in. */
function latency(samples: readonly Sample[], share: number): number {
  const sorted = samples
    .filter(({ kind, outcome }) => outcome === 'ok' && READS.includes(kind))
    .map(({ sent, ended }) => ended - sent)
    .sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))];
}

async function moveInUse(): Promise<LargeMove> {
  const traffic = new Traffic(club, { perSecond: PER_SECOND });
  const source = new Meter(stage.cells[stage.home].postgres);
  const begun = performance.now();
  traffic.start();
  await sleep(BEFORE);
  const since = performance.now();
  const report = await stage.move();
  source.stop();
  await traffic.stop();
  await repeatUnknown(club);
  const strange = traffic.samples.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'busy');
  expect({
    strange: strange.map(({ kind, outcome, reason }) => `${kind} ${outcome} ${reason}`),
    errors: stage.servers.flatMap(({ errors }) => errors),
  }).toEqual({ strange: [], errors: [] });
  const [quiet, copying] = [
    within(traffic.samples, begun, since),
    within(traffic.samples, since, since + report.copied * 1000),
  ];
  const [before, during] = [quiet, copying].map(
    (samples) => [latency(samples, 0.5), latency(samples, 0.99)] as const,
  );
  const load = [source.share(begun, since), source.share(since, since + report.copied * 1000)] as const;
  return { ...report, before, during, load };
}

if (NO_PROXY) {
  it.skip(`not run: a large fan club moves, because ${NO_PROXY}`, () => undefined);
} else {
  beforeAll(async () => {
    stage = await CellsStage.open((cell) => fillLargeClub(cell, CUSTOMERS));
    club = await visitLargeClub(stage);
    stage.key = club.key;
  }, 600_000);
  afterAll(async () => stage?.close(), 60_000);

  it(`a fan club of ${CUSTOMERS} customers in use moves there and back, held for at most ${HELD} s`, async () => {
    const there = await moveInUse();
    const back = await moveInUse();
    expect(Math.max(there.held, back.held)).toBeLessThan(HELD);
    expect(await stage.leftovers()).toEqual([]);
    expect(await club.ledger.compare(stage.db, (cookie) => stage.isLoggedIn(cookie))).toEqual({
      lost: [],
      doubled: [],
    });
    writeLargeMoveFigures(CUSTOMERS, PER_SECOND, there, back, club.ledger.acknowledged);
  }, 900_000);
}
