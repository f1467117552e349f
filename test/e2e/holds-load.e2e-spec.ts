import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { ENCRYPTION_KEY, PASSWORD } from '#samples';
import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { describeAccount, openAccount } from '../../src/demo-bank';
import { Sql } from '../../src/platform/database';
import { fanclub } from '../../src/tools/cli/main';
import { serverUrl } from '../../src/tools/local/server-role';
import { Api, type Json } from '../support/api';
import { fanclubWith } from '../support/catalogues';
import { openDataSource } from '../support/data-source';
import { TEST_OWNER, TEST_ROLE } from '../support/database-roles';
import { type DecodedDatabase, startDecodedDatabase } from '../support/decoded-database';
import { freePort } from '../support/free-port';
import { Given } from '../support/given';
import { Pages } from '../support/pages';
import { payByCard } from '../support/payments/demo-bank';
import {
  forkProcess,
  type RunningProcess,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process';
import { StaffClient } from '../support/staff-client';
import { type TestApp, testEnvironment } from '../support/start-test-app';

const MEMBERS = 12;
const CONTESTS = 60;
const BUYERS = 60;
const TOO_MANY = 'Too many requests, please try again later.';

type Send = () => Promise<{ code: number; body: Json }>;
type Sender = 'website' | 'staff';

interface Write {
  /** When it was sent. */
  readonly began: number;
  /** Null until there is an answer. */
  outcome: 'succeeded' | 'refused' | 'strange' | null;
}

/** The answers that the clients of a fan club got. */
class Ledger {
  readonly logIns = new Map<string, number>();
  readonly contacts = { done: [] as string[], refused: [] as string[] };
  readonly entries = { done: [] as string[], refused: [] as string[] };
  readonly events = { done: [] as string[], refused: [] as string[] };
  /** Buyers who were led back from the bank. */
  readonly paid: string[] = [];
  reads = 0;
  failedReads: string[] = [];
  refusals = 0;
  /** Answers that are neither a success nor a refusal. */
  strange: string[] = [];
  /** Milliseconds of each write that succeeded. */
  times: number[] = [];
  /** The writes of the website that have no answer yet. Those of staff are missing: they are refused without waiting. */
  readonly unanswered = new Set<Write>();
}

let database: DecodedDatabase;
let db: DataSource;
let environment: NodeJS.ProcessEnv;
let servers: ServerProcess[];
let worker: RunningProcess;
let folder: string;

beforeAll(async () => {
  database = await startDecodedDatabase();
  folder = mkdtempSync(join(tmpdir(), 'holds-load-'));
  db = await openDataSource(database.url, { poolSize: 4 });
  const port = await freePort();
  environment = {
    ...testEnvironment(database.url),
    DATABASE_URL: serverUrl(database.url, TEST_ROLE),
    DATABASE_OWNER_URL: serverUrl(database.url, TEST_OWNER),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PAYMENTS_DEMO: 'true',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  };
  servers = [
    await startServerProcess(database.url, { ...environment, PORT: String(port) }),
    await startServerProcess(database.url, { ...environment, PORT: '0' }),
  ];
  ({ running: worker } = forkProcess('worker-process.ts', environment, ['worker']));
}, 120_000);

afterAll(async () => {
  await Promise.all([worker, ...(servers ?? [])].map((one) => one?.kill()));
  await db?.destroy();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(...parameters: string[]): Promise<{ code: number; out: string[]; logged: string[] }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  return { code: await fanclub(parameters, environment, terminal), out, logged };
}

/** A fan club with members, a shop and staff, and clients that write to it and read it on both servers until they are stopped. */
class Traffic {
  readonly ledger = new Ledger();
  private isStopped = false;
  private readonly clients: Promise<void>[] = [];
  private serial = 0;

  private constructor(
    readonly club: FanclubWithKey,
    private readonly given: Given,
    private readonly emails: string[],
    private readonly buyers: string[],
    private readonly contests: number[],
    private readonly plan: number,
    private readonly staff: StaffClient,
  ) {}

  static async of(name: string): Promise<Traffic> {
    const given = new Given(db, new SystemClock());
    const { id: organizationId } = await given.organization({ name });
    const club = await given.fanclub({ name, organizationId, key: `key-of-${name}` });
    const people = async (kind: string, count: number): Promise<string[]> => {
      const emails = Array.from({ length: count }, (_, n) => `${kind}${n}@club-${club.id}.example`);
      for (const email of emails) await given.customer({ email });
      return emails;
    };
    const [members, buyers] = [await people('member', MEMBERS), await people('buyer', BUYERS)];
    const contests: number[] = [];
    for (let n = 0; n < CONTESTS; n += 1) contests.push((await given.contest()).id);
    const plan = await given.plan({ price: '20.00' });
    await connectBank(given, club);
    const person = await given.staff({ email: `staff@club-${club.id}.example` });
    await given.staffRole({ staffId: person.id, role: 'owner' });
    const site = {
      origin: servers[1].origin,
      config: { publicUrl: environment.PUBLIC_URL },
      clock: new SystemClock(),
    } as unknown as TestApp;
    const staff = await new StaffClient(site).logIn(person);
    return new Traffic(club, given, members, buyers, contests, plan.id, staff);
  }

  async start(): Promise<void> {
    const readers = await Promise.all(this.emails.slice(0, 4).map((email) => this.loggedIn(email)));
    const entrants = await Promise.all(this.emails.slice(4, 8).map((email) => this.loggedIn(email)));
    for (const api of readers) this.repeat(() => this.read(api));
    for (const [n, api] of entrants.entries()) this.repeat(() => this.enter(api, n));
    for (const email of this.emails.slice(8)) this.repeat(() => this.logIn(email));
    this.repeat(() => this.signUp());
    this.repeat(() => this.addEvent());
    this.repeat(() => this.buy());
  }

  /** Resolves when all clients have their last answer. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.clients);
  }

  private repeat(work: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      while (!this.isStopped) {
        await work();
        await sleep(20);
      }
    };
    this.clients.push(run());
  }

  private api(): Api {
    this.serial += 1;
    return new Api(servers[this.serial % 2].origin, this.given);
  }

  private async loggedIn(email: string): Promise<Api> {
    const api = this.api();
    const { body } = await api.post('/login', { email, password: PASSWORD });
    expect(body).toMatchObject({ status: 'ok' });
    this.ledger.logIns.set(email, (this.ledger.logIns.get(email) ?? 0) + 1);
    return api;
  }

  private async read(api: Api): Promise<void> {
    for (const path of ['/account', '/events', '/plans', '/contests', '/orders']) {
      const { code, body } = await api.get(path);
      this.ledger.reads += 1;
      const isRead =
        code === 200 && body.status !== 'error' && (path !== '/account' || body.customer !== null);
      if (!isRead) this.ledger.failedReads.push(`${path} ${code} ${JSON.stringify(body)}`);
    }
  }

  /** Sends a write. @returns whether it succeeded; null for an answer that was not expected */
  private async write(send: Send, sender: Sender = 'website'): Promise<boolean | null> {
    const write: Write = { began: performance.now(), outcome: null };
    if (sender === 'website') this.ledger.unanswered.add(write);
    const { code, body } = await send().finally(() => this.ledger.unanswered.delete(write));
    if (code < 300 && body?.status !== 'error') {
      write.outcome = 'succeeded';
      this.ledger.times.push(performance.now() - write.began);
      return true;
    }
    const isRefusal =
      body?.messages?.[0] === TOO_MANY || /is held for maintenance/.test(String(body?.detail));
    write.outcome = isRefusal ? 'refused' : 'strange';
    if (isRefusal) this.ledger.refusals += 1;
    else this.ledger.strange.push(`${code} ${JSON.stringify(body)}`);
    return isRefusal ? false : null;
  }

  private async record(
    list: { done: string[]; refused: string[] },
    what: string,
    send: Send,
    sender?: Sender,
  ) {
    const succeeded = await this.write(send, sender);
    if (succeeded !== null) list[succeeded ? 'done' : 'refused'].push(what);
  }

  private async logIn(email: string): Promise<void> {
    if (await this.write(() => this.api().post('/login', { email, password: PASSWORD })))
      this.ledger.logIns.set(email, (this.ledger.logIns.get(email) ?? 0) + 1);
    // The eleventh session would end the first.
    await sleep(200);
  }

  private async enter(api: Api, n: number): Promise<void> {
    const contest = this.contests.find(
      (id) => ![...this.ledger.entries.done, ...this.ledger.entries.refused].includes(`${n}/${id}`),
    );
    if (contest === undefined) return void (await sleep(50));
    await this.record(this.ledger.entries, `${n}/${contest}`, () => api.post(`/contests/${contest}/enter`));
    await sleep(100);
  }

  private async signUp(): Promise<void> {
    const email = `contact${(this.serial += 1)}@club-${this.club.id}.example`;
    await this.record(this.ledger.contacts, email, () =>
      this.api().post('/contacts', { contact: { email } }),
    );
  }

  private async addEvent(): Promise<void> {
    const title = `Show ${(this.serial += 1)}`;
    const venue = { name: 'Rockefeller', city: 'Oslo', country: 'NO' };
    const event = { title, start: '2030-09-01T19:00:00+02:00', time_zone: 'Europe/Oslo', venue };
    const send = async () => {
      const { status: code, body } = await this.staff.post(`/fanclubs/${this.club.id}/events`, event);
      return { code, body };
    };
    await this.record(this.ledger.events, title, send, 'staff');
  }

  /** A purchase on the pages and at the bank. Refused pages are tried again, as people do. */
  private async buy(): Promise<void> {
    const email = this.buyers.shift();
    if (email === undefined) return void (await sleep(50));
    const pages = new Pages(servers[this.serial % 2].origin);
    const login = await this.again(async () =>
      (await pages.open(this.page('login'))).submit({ email, password: PASSWORD }),
    );
    if (!login) return;
    const placing = await this.again(async () =>
      (await pages.open(this.page(`plans/${this.plan}/checkout`))).submit(),
    );
    if (!placing?.location) return;
    const paying = await payByCard(servers[0], placing.location);
    const back = String(paying.headers.location);
    const returned = await this.again(() => pages.open(back));
    if (returned) this.ledger.paid.push(email);
  }

  private page(path: string): string {
    return `/fanclubs/${this.club.id}/${path}`;
  }

  /** Repeats a step until it is not refused; null if the traffic was stopped before. */
  private async again<T extends { status: number; html: string }>(step: () => Promise<T>): Promise<T | null> {
    for (;;) {
      const page = await step();
      if (page.status < 400) return page;
      if (page.status === 503 && page.html.includes('is being worked on')) this.ledger.refusals += 1;
      else this.ledger.strange.push(`page ${page.status} ${page.html.slice(0, 2000)}`);
      if (this.isStopped) return null;
      await sleep(100);
    }
  }
}

async function connectBank(given: Given, club: FanclubWithKey): Promise<void> {
  const [sql, now, sealer] = [new Sql(db), new Date(), new Sealer([ENCRYPTION_KEY])];
  const opened = await openAccount(sql, null, now);
  const account = await given.paymentAccount({
    fanclubId: club.id,
    enabled: true,
    accountRef: opened.ref,
    secretSealed: sealer.seal(opened.secret),
    webhookSecretSealed: sealer.seal(opened.webhookSecret),
  });
  const eventsUrl = `${servers[0].origin}/payments/demo/${account.id}/events`;
  await describeAccount(sql, opened.ref, { owner: club.name, eventsUrl }, now);
}

/** Whether a decoded change is of a fan club's rows, or of its own. */
const isOf =
  (club: { id: number }) =>
  ({ text }: { text: string }): boolean =>
    new RegExp(`\\bfanclub_id\\[bigint\\]:${club.id}\\b`).test(text) ||
    new RegExp(`^public\\.fanclubs: .* id\\[bigint\\]:${club.id} `).test(text);

async function column(statement: string, fanclubId: number): Promise<string[]> {
  const rows = await db.query<{ value: string }[]>(statement, [fanclubId]);
  return rows.map(({ value }) => value);
}

/** Compares the answers of the clients with the database. */
async function compare({ ledger, club }: Traffic): Promise<void> {
  const stored = {
    contacts: await column(`SELECT email AS value FROM contacts WHERE fanclub_id = $1`, club.id),
    entries: await column(
      `SELECT row_number || '/' || contest_id AS value FROM contest_entries e JOIN (
         SELECT id, row_number() OVER (ORDER BY id) - 5 AS row_number FROM customers WHERE fanclub_id = $1
       ) c ON c.id = e.customer_id WHERE fanclub_id = $1`,
      club.id,
    ),
    events: await column(`SELECT title AS value FROM events WHERE fanclub_id = $1`, club.id),
  };
  for (const kind of ['contacts', 'entries', 'events'] as const) {
    expect(stored[kind].sort()).toEqual([...ledger[kind].done].sort());
    expect(ledger[kind].done.length).toBeGreaterThan(0);
  }
  for (const [email, count] of ledger.logIns) {
    const [{ sessions }] = await db.query<{ sessions: number }[]>(
      `SELECT count(*) AS sessions FROM sessions s JOIN customers c ON c.id = s.customer_id WHERE c.fanclub_id = $1 AND c.email = $2`,
      [club.id, email],
    );
    expect([email, sessions]).toEqual([email, count]);
  }
}

it('nothing of a held fan club is written, its reads and other fan clubs go on, and nothing acknowledged is lost', async () => {
  const [held, other] = [await Traffic.of('Held'), await Traffic.of('Other')];
  const file = join(folder, 'imported.json');
  let imports = 0;
  const importFile = (name: string, key: string) => {
    const organizations = [{ name: 'Importers', fanclubs: [fanclubWith({ name, key })] }];
    writeFileSync(file, JSON.stringify({ version: 1, organizations }));
    return call('import', file);
  };
  await held.start();
  await other.start();
  await sleep(3_000);

  const hold = await call('hold', held.club.key);
  expect(hold).toMatchObject({ code: 0 });
  const position = /after ([0-9A-F]+\/[0-9A-F]+)/.exec(hold.out[0])![1];
  const before = held.ledger.times.length;
  const refused = await call('trust', held.club.key, 'https://shop.example');
  expect(refused.logged[0]).toContain('The fan club is held');
  for (const end = performance.now() + 8_000; performance.now() < end; imports += 1)
    expect(await importFile(`Imported ${imports}`, 'imported-key')).toMatchObject({ code: 0, logged: [] });

  const changes = await database.changes(position);
  const after = changes.filter(({ isAfter }) => isAfter);
  expect(changes.filter((one) => !one.isAfter && isOf(held.club)(one)).length).toBeGreaterThan(50);
  expect(after.filter(isOf(held.club)).map(({ text }) => text)).toEqual([]);
  expect(after.filter(isOf(other.club)).length).toBeGreaterThan(50);
  expect(held.ledger.times.length - before).toBeLessThan(3);
  expect(held.ledger.refusals).toBeGreaterThan(5);

  const waiter = await waitingWrite(held.ledger);
  const waiting = held.ledger.times.length;
  expect(await call('release', held.club.key)).toMatchObject({ code: 0 });
  await sleep(3_000);
  await held.stop();
  await other.stop();
  const late = held.ledger.times.slice(waiting).filter((time) => time > 1_000);
  expect(waiter.outcome).toBe('succeeded');
  expect(Math.max(...late)).toBeLessThan(8_000);
  for (const { ledger } of [held, other]) {
    expect([ledger.failedReads, ledger.strange]).toEqual([[], []]);
    expect(ledger.reads).toBeGreaterThan(100);
  }
  expect(other.ledger.refusals).toBe(0);
  await compare(held);
  await compare(other);
  await everythingIsDone(held);
  await everythingIsDone(other);
}, 120_000);

/** A write that has waited for a second. It waits for five at most, so the release still finds it waiting. */
async function waitingWrite({ unanswered }: Ledger): Promise<Write> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(20)) {
    const waits = ({ began }: Write): number => performance.now() - began;
    const found = [...unanswered].find((write) => waits(write) > 1_000 && waits(write) < 2_000);
    if (found) return found;
  }
  throw new Error('No write waits');
}

/** Waits until the worker has sent all mails, and buyers who have paid are members. */
async function everythingIsDone({ club, ledger }: Traffic): Promise<void> {
  for (const end = performance.now() + 30_000; ; await sleep(100)) {
    const [left] = await db.query<{ mails: number; repeated: number; members: number }[]>(
      `SELECT (SELECT count(*) FROM mails WHERE fanclub_id = $1 AND sent_at IS NULL) AS mails,
              (SELECT count(*) FROM mails WHERE fanclub_id = $1 AND attempts > 1) AS repeated,
              (SELECT count(*) FROM subscriptions s JOIN customers c ON c.id = s.customer_id
               WHERE c.fanclub_id = $1 AND c.email = ANY ($2)) AS members`,
      [club.id, ledger.paid],
    );
    if (left.mails === 0 && left.members === ledger.paid.length)
      return expect([left.repeated, ledger.paid.length > 0]).toEqual([0, true]);
    if (performance.now() > end) throw new Error(JSON.stringify({ left, paid: ledger.paid.length }));
  }
}
