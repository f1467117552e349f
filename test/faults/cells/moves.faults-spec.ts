import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '#libs/clock';
import { PASSWORD } from '#samples';
import { connectDemo } from '../../../src/tools/local';
import { readConfig } from '../../../src/platform/config';
import { Given } from '../../support/given';
import { StaffClient } from '../../support/staff-client';
import { send } from '../support/client';
import { Ledger } from '../support/ledger';
import { logMembersIn, populate, queuedAreSent, type Visited } from '../support/stage';
import { READS, type Sample, Traffic } from '../support/traffic';
import { repeatUnknown } from '../support/writes';
import type { Staff } from '../../../src/platform/staff/people/staff.entity';
import { staffHost } from './cell';
import { CellsStage, type MoveReport } from './cells-stage';
import { ClubLife, type Shop } from './club-life';
import { faultsOfShop } from './shop-faults';
import { MailWatch } from './mail-watch';
import { writeMoveFigures } from './figures';
import { NO_PROXY } from './proxy';

/*
 * A fan club moves between two cells, there and back, while it and another fan club of the first cell are used through HAProxy.
 */

const TRIPS = Number(process.env.MOVES ?? 10);
const BUYERS = 120;
const MOVERS = 4;
/** Milliseconds between two moves. */
const REST = 1_500;

let stage: CellsStage;
let mails: MailWatch;

/** A member of the staff at the host of a cell's app, logged in. */
async function logIn(cell: number, person: Staff): Promise<StaffClient> {
  const app = {
    origin: stage.publicUrl,
    clock: new SystemClock(),
    config: { publicUrl: stage.cells[cell].environment.STAFF_URL! },
  };
  return new StaffClient(app, { host: staffHost(cell) }).logIn(person);
}

/** The next code of the authenticator app is another one. */
const nextCode = (): Promise<void> => sleep(30_500 - (Date.now() % 30_000));

/** Makes a plan, buyers, and members who change their address. */
async function openShop(): Promise<{ shop: Shop; person: Staff }> {
  const { given } = stage;
  const { id: fanclub } = (await given.tenant)!;
  const plan = await given.plan({ name: 'Gold', price: '20.00' });
  const event = await given.event();
  const buyers: string[] = [];
  for (let n = 0; n < BUYERS; n += 1)
    buyers.push((await given.customer({ email: `buyer${n}@x.example` })).email!);
  const movers: { id: number; cookie: string }[] = [];
  for (let n = 0; n < MOVERS; n += 1) {
    const { id, email } = await given.customer({ email: `mover${n}@x.example` });
    const body = { email, password: PASSWORD };
    const { cookie } = await send(stage.origin(), stage.key, { method: 'POST', path: '/login', body }, false);
    movers.push({ id, cookie: cookie! });
  }
  await connectDemo(stage.db, readConfig(stage.environment), fanclub);
  const person = await given.staff();
  await given.staffRole({ staffId: person.id, role: 'owner' });
  return { shop: { fanclub, plan: plan.id, event: event.id, buyers, movers }, person };
}

/** Another fan club of the first cell, with visitors. */
async function otherClub(): Promise<Visited> {
  const site: Visited = {
    key: '',
    members: [],
    guests: [],
    contests: [],
    ledger: new Ledger(),
    origin: stage.origin,
  };
  const given = new Given(stage.db, new SystemClock());
  // Makers number their rows, and names are unique.
  for (let n = 0; n < 10_000; n += 1) given.seed();
  await populate(site, given);
  await stage.updateRoutes();
  await logMembersIn(site);
  return site;
}

/** The longest time without an acknowledged write, in seconds, of the requests that ended in a time span. */
function withoutWrites(samples: readonly Sample[], from: number, to: number): number {
  const times = samples
    .filter(
      ({ kind, outcome, ended }) => outcome === 'ok' && !READS.includes(kind) && ended >= from && ended <= to,
    )
    .map(({ ended }) => ended)
    .sort((a, b) => a - b);
  return Math.max(...[...times, to].map((at, n) => at - (times[n - 1] ?? from))) / 1000;
}

const reasons = (samples: readonly Sample[]): string[] =>
  samples.slice(0, 5).map(({ kind, outcome, reason }) => `${kind} ${outcome} ${reason}`);

if (NO_PROXY) {
  it.skip(`not run: moves under load, because ${NO_PROXY}`, () => undefined);
} else {
  beforeAll(async () => {
    stage = await CellsStage.open();
    mails = new MailWatch(stage.cells.map((cell) => cell.mails));
  }, 400_000);
  afterAll(async () => {
    mails?.stop();
    await stage?.close();
  }, 60_000);

  it(
    `a fan club in use moves there and back ${TRIPS} times, and nothing that was acknowledged is lost or doubled`,
    async () => {
      const { shop, person } = await openShop();
      const other = await otherClub();
      await stage.move();
      const there = await logIn(1, person);
      await stage.move();
      await nextCode();
      const life = new ClubLife(stage, shop, [await logIn(0, person), there]);
      const traffic = new Traffic(stage, { perSecond: 12 });
      const traffics = [traffic, new Traffic(other, { perSecond: 6 })];
      life.start();
      for (const one of traffics) one.start();
      await sleep(REST);

      const moves: (MoveReport & { withoutWrites: number })[] = [];
      for (let n = 0; n < 2 * TRIPS; n += 1) {
        const since = performance.now();
        const report = await stage.move();
        process.stderr.write(`move ${n + 1}: held for ${report.held} s\n`);
        await sleep(REST);
        expect(life.strange).toEqual([]);
        moves.push({ ...report, withoutWrites: withoutWrites(traffic.samples, since, performance.now()) });
      }
      await life.stop();
      for (const one of traffics) await one.stop();
      const all = traffics.flatMap(({ samples }) => samples);
      const refused = traffic.samples.filter(({ outcome }) => outcome === 'busy').length;
      await repeatUnknown(stage);
      await repeatUnknown(other);
      await queuedAreSent(stage);

      const unexpected = traffic.samples.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'busy');
      const ofOther = traffics[1].samples.filter(({ outcome }) => outcome !== 'ok');
      expect([reasons(unexpected), reasons(ofOther), life.strange]).toEqual([[], [], []]);
      expect(await stage.leftovers()).toEqual([]);
      const isLoggedIn = (site: Visited) => async (cookie: string) => {
        const reply = await send(site.origin(), site.key, { method: 'GET', path: '/account', cookie }, false);
        return (reply.body as { customer: object | null }).customer !== null;
      };
      const none = { lost: [], doubled: [] };
      expect(await stage.ledger.compare(stage.db, isLoggedIn(stage))).toEqual(none);
      expect(await other.ledger.compare(stage.db, isLoggedIn(other))).toEqual(none);
      expect(await faultsOfShop(stage.db, shop, life)).toEqual([]);
      expect(mails.repeated).toEqual([]);
      for (const cell of [0, 1])
        expect(await stage.run(cell, 'audit', 'verify', stage.key)).toMatchObject({ code: 0 });
      writeMoveFigures({
        moves,
        requests: all.length,
        refused: refused + life.refusals,
        acknowledged: stage.ledger.acknowledged + life.acknowledged,
        ofOther: other.ledger.acknowledged,
        paid: life.paid.length,
        refunded: life.refunded.length,
        mails: mails.count,
        sessions: stage.ledger.sessions.size,
      });
    },
    TRIPS * 120_000 + 300_000,
  );
}
