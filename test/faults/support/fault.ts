import { setTimeout as sleep } from 'node:timers/promises';
import { hasAllFaults } from '../../suite/form';
import type { Outcome } from './client';
import { type Figures, saveRow } from './scorecard';
import { type Kind, type Manner, PUBLIC, READS, type Sample, Traffic } from './traffic';
import type { Stage } from './stage';
import { type Plan, World } from './world';
import { repeatUnknown } from './writes';

/** Whether all faults are tried, with their full duration. */
export const FULL = hasAllFaults;

/** Milliseconds of traffic before a fault, and without a failure after it, until the service counts as well. */
const BEFORE = FULL ? 2_000 : 1_000;
const CALM = FULL ? 2_000 : 1_000;
/** Milliseconds beyond the promised time of recovery, after which the test fails: the machine may be busy with other tests. */
const TOLERANCE = 30_000;
/** Milliseconds within which a fault must have ended, without its recovery. */
const STRIKE_WITHIN = 240_000;

const PER_SECOND = FULL ? 50 : 25;

/** What the traffic saw of a fault. */
export interface Seen {
  /** Requests that ended after the fault began. */
  readonly samples: readonly Sample[];
  /** The number of these requests with this outcome. */
  count(outcome: Outcome): number;
  /** The requests of some kinds. */
  of(kinds: readonly Kind[]): Seen;
  /** The longest wait for an answer, in milliseconds; 0 without requests. */
  readonly longest: number;
  /** Writes without a clear answer that had succeeded. */
  readonly hadSucceeded: number;
  /** The longest time after the beginning of the fault in which no write was acknowledged, in seconds. */
  readonly withoutWrites: number;
}

/** A fault of the programme. */
export interface Fault<S extends Stage = World> {
  /** The row of the programme, such as `F1`. */
  readonly id: string;
  /** What happens, for the scorecard. */
  readonly fault: string;
  /** Promised seconds from the end of the fault to the last failed request. */
  readonly within: number;
  /** Whether the long form has it too; if not, only `npm run test:faults`. */
  readonly inLongForm?: boolean;
  readonly manner?: Partial<Manner>;
  /** Whether it is a control: acknowledged writes must be missing, or the test fails. */
  readonly mustLose?: boolean;
  /** Causes the fault and ends it. Returns a remark for the scorecard. */
  strike(world: S): Promise<string | void>;
  /** Resolves when the other parts of the service have recovered. */
  recovered?(world: S): Promise<void>;
  /** Called after the traffic, for claims about other parts of the service. Returns a remark for the scorecard. */
  after?(world: S): Promise<string>;
  /** Further claims about the traffic, by `expect`. */
  check?(seen: Seen): void;
}

/** A world for the faults of a file, from before the first test until after the last one. */
export function worldOf(plan: Plan | (() => Promise<Plan>)): () => World {
  return stageOf(async () => World.open(typeof plan === 'function' ? await plan() : plan));
}

/** The same, for another stage. */
export function stageOf<S extends Stage>(open: () => Promise<S>): () => S {
  let stage: S;
  beforeAll(async () => (stage = await open()), 180_000);
  afterAll(() => stage?.close(), 60_000);
  return () => stage;
}

/**
 * A test that causes the fault under traffic. It fails if an answer is not one of the contract, an acknowledged write is missing,
 * a write happened twice, the service does not recover, or it keeps too many connections.
 */
export function itSurvives<S extends Stage>(worldOf: () => S, fault: Fault<S>, save = saveRow): void {
  if (!FULL && !fault.inLongForm) return;
  it(`${fault.id}: ${fault.fault}`, () => survive(worldOf(), fault, save), STRIKE_WITHIN + 180_000);
}

/** Reports that a fault cannot be caused on this machine, and why. */
export function itIsNotRun(id: string, fault: string, reason: string, save = saveRow): void {
  const report = `not run: ${id}: ${fault}, because ${reason}`;
  process.stderr.write(`${report}\n`);
  if (FULL) save({ id, fault, leftOut: reason });
  // It must not count as passed.
  it.skip(report, () => undefined);
}

async function survive<S extends Stage>(world: S, fault: Fault<S>, save: typeof saveRow): Promise<void> {
  await world.wake();
  const acknowledged = world.ledger.acknowledged;
  const traffic = new Traffic(world, { perSecond: PER_SECOND, ...fault.manner });
  traffic.start();
  await sleep(BEFORE);
  const struck = performance.now();
  let recovery: number;
  let remark: string;
  try {
    remark = (await Promise.race([fault.strike(world), tooLong()])) ?? '';
    const healed = performance.now();
    const [last, others] = await Promise.all([
      recovered(traffic, healed, fault.within),
      Promise.race([othersRecovered(world, fault, healed), tooLong()]),
    ]);
    recovery = Math.max(last, others);
  } finally {
    await traffic.stop();
  }
  const repeated = await repeatUnknown(world);
  if (fault.after) remark = await Promise.race([fault.after(world), tooLong()]);
  const { lost, doubled } = await world.ledger.compare(world.db, (cookie) => world.isLoggedIn(cookie));
  const seen = seenBy(
    traffic.samples.filter(({ ended }) => ended >= struck),
    repeated.hadSucceeded,
    struck,
  );
  const publicReads = seen.of(PUBLIC);
  const row: Figures = {
    id: fault.id,
    fault: fault.fault,
    held: false,
    requests: seen.samples.length,
    ok: seen.count('ok'),
    failure: seen.count('failure'),
    busy: seen.count('busy'),
    refused: seen.count('refused'),
    lostAnswers: seen.count('lost'),
    wrong: seen.count('wrong'),
    longest: seen.longest,
    withoutWrites: seen.withoutWrites,
    publicReads: publicReads.samples.length,
    publicFailed: publicReads.samples.length - publicReads.count('ok'),
    recovery,
    within: fault.within,
    acknowledged: world.ledger.acknowledged - acknowledged,
    checked: world.ledger.acknowledged,
    repeated: repeated.count,
    hadSucceeded: repeated.hadSucceeded,
    missing: lost.length,
    doubled: doubled.length,
    remark,
    postgres: world.version,
  };
  if (FULL) save(row);

  const early = traffic.samples.filter(({ ended, outcome }) => ended < struck && outcome !== 'ok');
  const wrong = traffic.samples.filter(({ outcome }) => outcome === 'wrong');
  const reasons = (samples: readonly Sample[]) => samples.slice(0, 5).map(({ reason }) => reason);
  if (fault.mustLose) expect(lost).not.toEqual([]);
  const missing = fault.mustLose ? [] : lost;
  expect({ early: reasons(early), wrong: reasons(wrong), missing, doubled }).toEqual({
    early: [],
    wrong: [],
    missing: [],
    doubled: [],
  });
  expect(row.recovery).toBeLessThanOrEqual(fault.within + TOLERANCE / 1000);
  expect(row.ok).toBeGreaterThan(0);
  expect(await connections(world)).toBeLessThanOrEqual(world.connectionLimit);
  fault.check?.(seen);
  if (FULL) save({ ...row, held: row.recovery <= fault.within });
}

/**
 * Waits until nothing has failed for a while, and returns the seconds from `healed` to the last failure; 0 if there was none.
 *
 * @throws Error if failures go on for too long
 */
async function recovered(traffic: Traffic, healed: number, within: number): Promise<number> {
  for (;;) {
    const failed = traffic.samples.filter(({ outcome }) => outcome !== 'ok');
    const last = Math.max(healed, ...failed.map(({ ended }) => ended));
    const now = performance.now();
    const isCalm = now - last >= CALM && traffic.oldestUnderWay > healed;
    if (isCalm) return (last - healed) / 1000;
    if (now - healed > within * 1000 + TOLERANCE + CALM) {
      const reasons = failed.slice(-5).map(({ kind, outcome, reason }) => `${kind} ${outcome} ${reason}`);
      throw new Error(`Not well ${Math.round(now - healed)} ms after the fault:\n${reasons.join('\n')}`);
    }
    await sleep(50);
  }
}

/** The seconds from `healed` until the other parts of the service have recovered. */
async function othersRecovered<S extends Stage>(world: S, fault: Fault<S>, healed: number): Promise<number> {
  if (!fault.recovered) return 0;
  await fault.recovered(world);
  return (performance.now() - healed) / 1000;
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The fault did not end in time.')), STRIKE_WITHIN).unref();
  });
}

function seenBy(samples: readonly Sample[], hadSucceeded: number, struck: number): Seen {
  const written = samples
    .filter(({ kind, outcome }) => outcome === 'ok' && !READS.includes(kind))
    .map(({ ended }) => ended)
    .sort((a, b) => a - b);
  return {
    samples,
    count: (outcome) => samples.filter((sample) => sample.outcome === outcome).length,
    of: (kinds) =>
      seenBy(
        samples.filter(({ kind }) => kinds.includes(kind)),
        hadSucceeded,
        struck,
      ),
    hadSucceeded,
    withoutWrites: Math.max(0, ...written.map((at, n) => at - (written[n - 1] ?? struck))) / 1000,
    longest: Math.max(0, ...samples.map(({ sent, ended }) => ended - sent)),
  };
}

/** The connections of the servers' pools. */
async function connections({ db }: Stage): Promise<number> {
  const [{ n }] = await db.query<{ n: number }[]>(
    `SELECT count(*)::integer AS n FROM pg_stat_activity
     WHERE application_name = 'fanclub' AND usename = 'fanclub_server' AND datname = 'fanclub'`,
  );
  return n;
}
