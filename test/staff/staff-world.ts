import { type Club, hoursFrom } from '#samples';
import '../../src/domains';
import { Published } from '../../src/platform/published';
import {
  type Grants,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLES,
} from '../../src/platform/staff/permissions';
import { scopesForKeys } from '../../src/platform/staff/keys/staff-key.rules';
import { StepTokens } from '../../src/platform/staff/login/step-tokens';
import type { TestApp } from '../support/start-test-app';
import { CanaryGiven } from '../tenants/canary-given';
import { Snapshot } from '../tenants/snapshot';
import { Watch } from '../tenants/watch';
import { buildWorld, type World } from '../tenants/world';
import { StaffCaller, staffCookie, type StaffReply, type StaffSender } from './staff-caller';
import type { StaffRoute } from './staff-routes';

/** Where a person has a role, seen from the fan club in the path. */
export const PLACES = ['own club', 'whole organization', 'sibling club', 'other organization'] as const;
export type Place = (typeof PLACES)[number];

/** The permissions as they are in the source, even if a test changes those that the service uses. */
export const GRANTS = Object.fromEntries(
  PERMISSIONS.names().map((permission) => [permission, PERMISSIONS.get(permission)]),
) as Readonly<Record<Permission, Grants>>;

/** The people who send the requests of the matrix. */
export interface StaffSenders {
  readonly people: Readonly<Record<Place, Readonly<Record<Role, StaffSender>>>>;
  /** Without a live session, by what they send instead. */
  readonly strangers: Readonly<Record<string, StaffSender>>;
  /** The keys of the owner's programs: with all scopes, and with `images.read` only. */
  readonly programs: Readonly<Record<'all' | 'images', StaffSender>>;
  /** The owner of the organization, whose last proof is too old for risky actions. */
  readonly late: StaffSender;
}

/** Fan clubs with all samples, and people with every role; restores its rows after each request. */
export class StaffWorld {
  private constructor(
    private readonly t: TestApp,
    readonly caller: StaffCaller,
    readonly clubs: World,
    readonly snapshot: Snapshot,
    readonly watch: Watch,
    readonly senders: StaffSenders,
  ) {}

  static async make(t: TestApp): Promise<StaffWorld> {
    const clubs = await buildWorld(t, new CanaryGiven(t.db, t.clock));
    const caller = new StaffCaller(t);
    const senders = await sendersOf(t, caller, clubs);
    return new StaffWorld(t, caller, clubs, await Snapshot.take(t.db), new Watch(), senders);
  }

  stop(): void {
    this.watch.stop();
    this.caller.stop();
  }

  /** The fan club whose rows the requests are about. */
  get club(): Club {
    return this.clubs.a1;
  }

  /**
   * Sends the sample of a route.
   * @param inspect reads what the request has changed, before the rows are restored
   */
  async send<T>(
    route: StaffRoute,
    sender: StaffSender,
    inspect: (reply: StaffReply) => Promise<T>,
    change: (input: Awaited<ReturnType<StaffCaller['inputOf']>>) => typeof input = (input) => input,
  ): Promise<T> {
    return this.restoring(async () => {
      const input = change(await this.caller.inputOf(route, this.club, sender));
      return inspect(await this.caller.send(route, this.club, sender, input));
    });
  }

  /**
   * Sends one request to a route by each of these senders, who must be refused: all about the same rows, which are restored after the last.
   * @param maker the sender for whom the rows are made
   */
  async sendEach<T>(
    route: StaffRoute,
    maker: StaffSender,
    senders: readonly StaffSender[],
    inspect: (reply: StaffReply, at: number) => T,
  ): Promise<T[]> {
    return this.restoring(async () => {
      const made = await this.caller.inputOf(route, this.club, maker);
      const input = await this.caller.versioned(route, this.club, made);
      const found: T[] = [];
      for (const [at, sender] of senders.entries())
        found.push(inspect(await this.caller.send(route, this.club, sender, input), at));
      return found;
    });
  }

  /**
   * Deletes the rows that belong to other fan clubs or organizations, within {@link restored}.
   * @param texts statements; only the tables that they name are changed
   */
  async eraseOthers(owners: readonly (number | null)[], texts: readonly string[]): Promise<void> {
    const known = owners.filter((owner) => owner !== null);
    await this.snapshot.eraseOthers(known, texts);
    this.dropCaches();
  }

  /**
   * Restores the rows after this work.
   * @param work gets a function that returns the statements since its last call, all texts, and all tables that the work wrote to
   */
  async restored<T>(work: (sent: () => ReturnType<Watch['take']>) => Promise<T>): Promise<T> {
    this.dropCaches();
    return this.restoring(work);
  }

  /** As {@link restored}, but keeps the service's caches. They have the same rows, because {@link restore} drops them. */
  private async restoring<T>(work: (sent: () => ReturnType<Watch['take']>) => Promise<T>): Promise<T> {
    this.watch.take();
    const tables = new Set<string>();
    const all = new Set<string>();
    const sent = () => {
      const taken = this.watch.take();
      for (const table of taken.written) tables.add(table);
      for (const text of taken.texts) all.add(text);
      return { ...taken, written: [...tables], texts: [...all] };
    };
    try {
      return await work(sent);
    } finally {
      const { written } = sent();
      if (written.length > 0) await this.restore(written);
    }
  }

  /** Restores the rows of these tables, by default of all. */
  async restore(tables?: readonly string[]): Promise<void> {
    await this.snapshot.restore(tables);
    this.dropCaches();
  }

  private dropCaches(): void {
    this.t.app.get(Published).snapshots.dropAll();
  }
}

/** Thousands of requests of a test follow each other. */
export const PATIENCE = 600_000;

/**
 * Makes a world before the first of the tests, and restores its rows before the others. Call it after `testApp()`, which empties the
 * tables before each test.
 */
export function testWorld(t: TestApp): () => StaffWorld {
  let world: StaffWorld | undefined;
  beforeEach(async () => {
    if (world === undefined) world = await StaffWorld.make(t);
    else await world.restore();
  }, PATIENCE);
  afterAll(() => world?.stop());
  return () => world!;
}

async function sendersOf(t: TestApp, { given }: StaffCaller, world: World): Promise<StaffSenders> {
  const { a1, a2, b1 } = world;
  const scopes: Record<Place, { organizationId: number; fanclubId: number | null }> = {
    'own club': { organizationId: a1.organization, fanclubId: a1.id },
    'whole organization': { organizationId: a1.organization, fanclubId: null },
    'sibling club': { organizationId: a2.organization, fanclubId: a2.id },
    'other organization': { organizationId: b1.organization, fanclubId: null },
  };
  given.tenant = Promise.resolve({ id: a1.id, organizationId: a1.organization, key: a1.key });
  const live = async (scope: (typeof scopes)[Place], role: Role): Promise<StaffSender> => {
    const person = await given.staff();
    await given.staffRole({ staffId: person.id, ...scope, role });
    const session = await given.staffSession({ staffId: person.id });
    return { person, live: session, cookie: staffCookie(session) };
  };
  const people: Partial<Record<Place, Record<Role, StaffSender>>> = {};
  for (const place of PLACES) {
    const byRole: Partial<Record<Role, StaffSender>> = {};
    for (const role of ROLES) byRole[role] = await live(scopes[place], role);
    people[place] = byRole as Record<Role, StaffSender>;
  }
  const owner = { person: a1.owner.person, live: a1.owner.session };
  const now = t.clock.now();
  const own = { staffId: owner.person.id };
  const disabled = await given.staff({ disabledAt: now });
  await given.staffRole({ staffId: disabled.id });
  const sessions = {
    'an expired session': await given.staffSession({ ...own, expiresAt: hoursFrom(now, -1) }),
    'an idle session': await given.staffSession({ ...own, lastSeenAt: hoursFrom(now, -2) }),
    'a revoked session': await given.staffSession({ ...own, revokedAt: now }),
    'the session of a disabled person': await given.staffSession({ staffId: disabled.id }),
    'the token between the two steps': t.app
      .get(StepTokens)
      .seal('second_factor', { staffId: owner.person.id, address: owner.person.email }),
    "a customer's session as that of staff": a1.members[1].cookie,
  };
  const strangers: Record<string, StaffSender> = {
    'no session': { ...owner, cookie: null },
    "a customer's cookie": {
      ...owner,
      cookie: `__Host-fanclub_session_${a1.id}=${a1.members[1].cookie}`,
    },
  };
  for (const [name, value] of Object.entries(sessions)) {
    strangers[name] = { ...owner, cookie: staffCookie(encodeURIComponent(value)) };
  }
  const old = await given.staffSession({ ...own, provedAt: hoursFrom(now, -1) });
  const keyed = async (scopes: readonly Permission[]): Promise<StaffSender> => {
    const { key } = await given.staffApiKey({ staffId: owner.person.id, scopes: [...scopes] });
    return { ...owner, cookie: null, bearer: key };
  };
  const programs = { all: await keyed(scopesForKeys()), images: await keyed(['images.read']) };
  const fresh = { person: a1.owner.person, live: a1.owner.session };
  return {
    people: people as StaffSenders['people'],
    strangers,
    programs,
    late: { ...fresh, cookie: staffCookie(old) },
  };
}
