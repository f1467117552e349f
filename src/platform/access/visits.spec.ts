import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import type { Config } from '#platform/config';
import type { Metrics } from '#platform/metrics';
import type { ChangeReceiver, Published, PublishedChanges } from '#platform/published';
import type { AccessDirectory } from './access.directory';
import { inLongForm, it } from '../../../test/suite/form';
import { fanclubInfo, membership, viewerCustomer } from './viewer.fixtures';
import type { Visit } from './viewer';
import { dropVisitsAfterWrites, Visits } from './visits';

const CLUB = fanclubInfo({ id: 7 });
const MAX_AGE = 1000;

/** Milliseconds of both clocks. */
let now: number;
let isTrusted: boolean;
let receiver: ChangeReceiver;
/** The metric `fanclub_visits`. */
let visitsInMemory: () => number;
/** Begins to read the visit of a token; the test decides when it ends. */
let read: (token: string) => Promise<Visit | null>;

function visitsOf(maxAge = MAX_AGE): Visits {
  const visit = (_: unknown, token: string) =>
    read(token).then((found) => found && { visit: found, rows: null });
  const directory = { visit } as unknown as AccessDirectory;
  const published = {
    snapshots: {
      get isTrusted() {
        return isTrusted;
      },
    },
  } as unknown as Published;
  const changes = { on: (_: string, one: ChangeReceiver) => (receiver = one) } as unknown as PublishedChanges;
  const gauge = (_name: string, _help: string, value: () => number): unknown => (visitsInMemory = value);
  const metrics = { total: () => undefined, gauge } as unknown as Metrics;
  const config = { visits: { maxAge } } as Config;
  return new Visits(directory, published, { now: () => new Date(now) }, config, changes, metrics);
}

const visitOf = (id: number, overrides: Partial<Visit['customer']> = {}): Visit => ({
  sessionId: id,
  orderId: null,
  customer: viewerCustomer({ id, ...overrides }),
});

let reads: number;

beforeEach(() => {
  now = 1_000_000;
  isTrusted = true;
  reads = 0;
  // Not a mock of Jest, which remembers each call.
  performance.now = () => now;
  read = (token) => {
    reads += 1;
    return Promise.resolve(token === 'none' ? null : visitOf(Number(token)));
  };
});
const realNow = performance.now;
afterEach(() => {
  performance.now = realNow;
});

it('reads a visit once for all requests within its age', async () => {
  const visits = visitsOf();
  const together = await Promise.all(Array.from({ length: 5 }, () => visits.find(CLUB, '1')));
  now += MAX_AGE - 1;
  expect(await visits.find(CLUB, '1')).toBe(together[0]);
  expect(new Set(together).size).toBe(1);
  expect(reads).toBe(1);
  now += 1;
  expect(await visits.find(CLUB, '1')).not.toBe(together[0]);
  expect(reads).toBe(2);
});

it('keeps a visit for its token and fan club only', async () => {
  const visits = visitsOf();
  await visits.find(CLUB, '1');
  await visits.find(CLUB, '2');
  await visits.find({ ...CLUB, id: 8 }, '1');
  expect(reads).toBe(3);
});

it('does not keep that there is no session', async () => {
  const visits = visitsOf();
  expect(await visits.find(CLUB, 'none')).toBeNull();
  expect(await visits.find(CLUB, 'none')).toBeNull();
  expect(reads).toBe(2);
});

it('keeps nothing with an age of 0, and nothing while changes are not reported', async () => {
  const off = visitsOf(0);
  await off.find(CLUB, '1');
  await off.find(CLUB, '1');
  expect(reads).toBe(2);
  const visits = visitsOf();
  await visits.find(CLUB, '1');
  isTrusted = false;
  await visits.find(CLUB, '1');
  await visits.find(CLUB, '1');
  expect(reads).toBe(5);
});

it.each<[string, (visits: Visits) => void]>([
  ['of the customer', (visits) => visits.drop(7, 1)],
  ['of all', (visits) => visits.dropAll()],
  ['that the database reports', () => receiver.changed('7:1')],
  ['when reports begin again', () => receiver.startTrust()],
])('reads again after a drop %s', async (_, drop) => {
  const visits = visitsOf();
  await visits.find(CLUB, '1');
  drop(visits);
  await visits.find(CLUB, '1');
  expect(reads).toBe(2);
});

it('keeps the visits of others after a drop', async () => {
  const visits = visitsOf();
  await visits.find(CLUB, '2');
  await visits.find({ ...CLUB, id: 8 }, '1');
  visits.drop(7, 1);
  await visits.find(CLUB, '2');
  await visits.find({ ...CLUB, id: 8 }, '1');
  expect(reads).toBe(2);
});

it.each([
  ['the subscription', (end: Date) => membership({ endDate: end })],
  [
    'its extension',
    (end: Date) => {
      const period = { id: 1, startsAt: new Date(0), endsAt: new Date(1), extendedUntil: end };
      return membership({ endDate: new Date(1), lapsed: true, salesPeriod: period });
    },
  ],
])('reads again when %s ends', async (_, membershipUntil) => {
  const end = new Date(now + 100);
  read = () => {
    reads += 1;
    return Promise.resolve(visitOf(1, { membership: membershipUntil(end) }));
  };
  const visits = visitsOf();
  await visits.find(CLUB, '1');
  now += 99;
  await visits.find(CLUB, '1');
  expect(reads).toBe(1);
  now += 1;
  await visits.find(CLUB, '1');
  expect(reads).toBe(2);
});

it('adds a hook after writes only if visits are kept', () => {
  const addHook = jest.fn();
  dropVisitsAfterWrites({ addHook }, visitsOf(0));
  expect(addHook).not.toHaveBeenCalled();
  dropVisitsAfterWrites({ addHook }, visitsOf());
  expect(addHook).toHaveBeenCalledTimes(1);
});

it('loses no drop, however many there are at once', async () => {
  const visits = visitsOf();
  await visits.find(CLUB, '1');
  visits.drop(7, 1);
  for (let customer = 2; customer <= 25_000; customer += 1) visits.drop(7, customer);
  await visits.find(CLUB, '1');
  expect(reads).toBe(2);
});

const SESSIONS = Number(process.env.VISIT_SESSIONS ?? 200_000);

inLongForm(() =>
  it(`has a bounded memory, for ${SESSIONS} sessions in turn and for writes of as many customers`, async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const visits = visitsOf();
    const { drops } = visits as unknown as { drops: Map<string, unknown> };
    const one = visitOf(1);
    read = () => Promise.resolve({ ...one });
    const most = { visits: 0, drops: 0 };
    // At one moment, so that nothing is too old.
    const visitTo = async (last: number, first: number): Promise<number> => {
      for (let token = first; token <= last; token += 1) {
        await visits.find(CLUB, String(token));
        visits.drop(8, token);
        most.visits = Math.max(most.visits, visitsInMemory());
        most.drops = Math.max(most.drops, drops.size);
      }
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    const full = await visitTo(20_000, 1);
    expect((await visitTo(SESSIONS, 20_001)) - full).toBeLessThan(5);
    expect(most).toEqual({ visits: 10_000, drops: 10_000 });
    now += MAX_AGE;
    await visits.find(CLUB, '1');
    visits.drop(8, 1);
    expect([visitsInMemory(), drops.size]).toEqual([1, 1]);
  }),
);

/** A step of a history: begins or continues a read, changes what is stored, acknowledges the change. */
type Step = { kind: 'read' | 'see' | 'finish' | 'write' | 'acknowledge' | 'wait'; pick: number };

const STEPS = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('read', 'see', 'finish', 'write', 'acknowledge', 'wait'),
    pick: fc.nat(9),
  }),
  { minLength: 40, maxLength: 40 },
);

it('never answers a request with less than was acknowledged before it began, nor with what is older than its age', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      now = 1_000_000;
      /** The renewals of the customer count the writes. */
      let stored = 0;
      let acknowledged = 0;
      /** When each state was replaced. */
      const replacedAt: number[] = [];
      const statements: { seen: number | null; end: (visit: Visit) => void }[] = [];
      read = () => new Promise<Visit>((end) => statements.push({ seen: null, end }));
      const visits = visitsOf();
      const answers: Promise<void>[] = [];
      const finish = (at: number) => {
        const [statement] = statements.splice(at, 1);
        statement.end(visitOf(1, { renewals: statement.seen ?? stored }));
      };
      for (const { kind, pick } of steps) {
        const chosen = pick % Math.max(1, statements.length);
        if (kind === 'read') {
          const [least, beganAt] = [acknowledged, now];
          answers.push(
            visits.find(CLUB, '1').then((found) => {
              const { renewals } = found!.visit.customer;
              expect(renewals).toBeGreaterThanOrEqual(least);
              expect(replacedAt[renewals] ?? Infinity).toBeGreaterThan(beganAt - MAX_AGE);
            }),
          );
        } else if (kind === 'see' && statements.length > 0) statements[chosen].seen ??= stored;
        else if (kind === 'finish' && statements.length > 0) finish(chosen);
        else if (kind === 'write') replacedAt[stored++] = now;
        else if (kind === 'acknowledge') {
          visits.drop(7, 1);
          acknowledged = stored;
        } else if (kind === 'wait') now += 100 * pick;
        await Promise.resolve();
      }
      for (let left = 1000; answers.length > 0 && left > 0; left -= 1) {
        if (statements.length > 0) finish(0);
        await new Promise(setImmediate);
        if (statements.length === 0) break;
      }
      await Promise.all(answers);
    }),
    { numRuns: 300 },
  );
});
