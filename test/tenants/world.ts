import type { Club, Given, Member, Scene } from '#samples';
import { makersByName, SAMPLES } from '../samples/registry';
import { withSession } from '../support/logged-in';
import { signedRequest } from '../support/signed-request';
import type { TestApp } from '../support/start-test-app';
import type { CanaryGiven } from './canary-given';
import { type Audience, canary, type ClubName, CLUBS, type CustomerNumber } from './canaries';

/** Three clubs of two organizations. The first rows of each table do not belong to a1. */
export type World = Readonly<Record<ClubName, Club>>;

/** A fan club before the samples fill it. */
interface Ground {
  readonly name: ClubName;
  readonly club: { id: number; organizationId: number; key: string };
  readonly organizationKey: string;
  readonly secret: string;
  readonly of?: (audience: Audience) => Promise<void>;
}

/** Creates the rows of the tenant matrix: every kind of row that a club can have, at least once. */
export async function buildWorld(t: TestApp, given: CanaryGiven): Promise<World> {
  await given.of({ club: 'a1', audience: 'nobody' });
  const a = await given.organization();
  await given.of({ club: 'b1', audience: 'nobody' });
  const b = await given.organization();
  const keys = { [a.id]: 'the-key-of-a', [b.id]: 'the-key-of-b' };
  await given.organizationKey({ organizationId: b.id, key: keys[b.id] });
  await given.of({ club: 'a1', audience: 'nobody' });
  await given.organizationKey({ organizationId: a.id, key: keys[a.id] });
  const clubs: Partial<Record<ClubName, Club>> = {};
  for (const name of CLUBS) {
    const { id: organizationId } = name === 'b1' ? b : a;
    const of = (audience: Audience) => given.of({ club: name, audience });
    await of('everybody');
    const club = await given.fanclub({ organizationId, forumIntegration: true });
    const organizationKey = keys[organizationId];
    clubs[name] = await fill(t, given, { name, club, organizationKey, secret: `secret of ${name}`, of });
  }
  await given.done();
  return clubs as World;
}

/** Fills a fan club with all samples. From now on, rows belong to it by default. */
export async function fill(
  t: TestApp,
  given: Given,
  { name, club: { id, organizationId, key }, organizationKey, secret, of = async () => {} }: Ground,
): Promise<Club> {
  given.tenant = Promise.resolve({ id, organizationId, key });
  const members: Record<number, Member> = {};
  const claim = (uid: string, by = secret) => signedRequest(t, uid, { secret: by });
  const ground = { name, id, organization: organizationId, key, organizationKey, secret, members, claim };
  // One after the other, because each part uses the rows of earlier parts.
  const club = ground as object as Club;
  const scene: Scene = {
    given,
    club,
    now: t.clock.now(),
    of,
    textFor: (audience) => canary({ club: name, audience }),
    cookieOf: (token) => withSession(t, id, token).cookies.replace(/^[^=]+=/, ''),
  };
  for (const samples of SAMPLES.values()) Object.assign(club, await samples.club?.(scene));
  for (const number of [1, 2, 3] as const) members[number] = await memberOf(scene, number);
  return club;
}

async function memberOf(scene: Scene, number: CustomerNumber): Promise<Member> {
  await scene.of(number);
  const lockedPlan = scene.club.gold;
  const customer = await scene.given.customer({ lockedPlan, autoRenewalEnabled: true, listsOptIn: true });
  const member = { customer } as Member;
  const parts = { ...scene, number, member };
  for (const samples of SAMPLES.values()) Object.assign(member, await samples.member?.(parts));
  return member;
}

/** Three fan clubs without canaries; `sibling` belongs to the organization of `own`. */
export interface StatementWorld {
  readonly own: Club;
  readonly other: Club;
  /** Parameters of statements for rows of `other`, by the statement's name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Creates the rows for the statements: all those of the samples, and one of each maker. */
export async function statementWorld(t: TestApp): Promise<StatementWorld> {
  const { given } = t;
  const now = t.clock.now();
  const [organization, foreign] = [await given.organization(), await given.organization()];
  const clubs: Club[] = [];
  for (const { id: organizationId } of [organization, organization, foreign]) {
    const name = CLUBS[clubs.length];
    const club = await given.fanclub({ organizationId, forumIntegration: true });
    given.tenant = Promise.resolve(club);
    for (const make of Object.values(makersByName())) await make(given);
    const organizationKey = await given.organizationKey({ organizationId });
    clubs.push(await fill(t, given, { name, club, organizationKey, secret: `secret of ${name}` }));
  }
  const [own, , other] = clubs;
  const parameters = {};
  for (const { statements } of SAMPLES.values())
    Object.assign(parameters, await statements?.({ given, club: other, asking: own, now }));
  return { own, other, parameters };
}
