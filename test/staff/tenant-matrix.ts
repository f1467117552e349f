import type { Club, StaffInput } from '#samples';
import { ABSENT_ID, canariesIn, canary, type ClubName } from '../tenants/canaries';
import type { StaffReply, StaffSender } from './staff-caller';
import { absentFor, type IdPosition, idPositions } from './id-positions';
import { isOfOrganization, type StaffRoute } from './staff-routes';
import type { StaffWorld } from './staff-world';

/** A request, and the fan club in its path. */
interface Sent {
  readonly club: Club;
  readonly input: StaffInput;
  /** Values that the answer may repeat. */
  readonly values: readonly string[];
}

/** Requests of one person that must show and change nothing of others, and get the same answer, byte for byte. */
export interface StaffCell {
  readonly name: string;
  readonly route: StaffRoute;
  readonly sender: StaffSender;
  /** The fan clubs that answers may show. */
  readonly sees: readonly ClubName[];
  /** The fan clubs and organizations whose rows may change. */
  readonly owners: readonly (number | null)[];
  /** Makes the requests. Empty: the route has no id there, or both fan clubs send the same. */
  requests(): Promise<readonly Sent[]>;
}

/** Each route with own rows; with each id replaced by one of others and by an absent one; below the path of others. */
export function staffCells(routes: readonly StaffRoute[], world: StaffWorld): StaffCell[] {
  return routes.flatMap((route) => [
    ownRows(route, world),
    ...others(route, world).flatMap((other) => [
      ...idPositions(route).map((position) => foreignId(route, position, other, world)),
      ...(/:(fanclub|organization)Id/.test(route.path) ? [foreignPath(route, other, world)] : []),
    ]),
  ]);
}

/** Where the rows of others are, and a person there. */
interface Other {
  readonly what: string;
  readonly club: Club;
  readonly sender: StaffSender;
}

function others(route: StaffRoute, { clubs, senders: { people } }: StaffWorld): Other[] {
  const foreign = { what: 'a foreign', club: clubs.b1, sender: people['other organization'].owner };
  const sibling = { what: "a sibling club's", club: clubs.a2, sender: people['sibling club'].owner };
  return isOfOrganization(route) ? [foreign] : [sibling, foreign];
}

/** What all cells of a route have in common: its sender works for club a1 only, or for organization a as a whole. */
function ground(route: StaffRoute, { clubs: { a1, a2 }, senders: { people } }: StaffWorld) {
  return isOfOrganization(route)
    ? {
        route,
        sender: people['whole organization'].owner,
        sees: ['a1', 'a2'] as const,
        owners: [a1.id, a2.id, a1.organization, null],
      }
    : {
        route,
        sender: people['own club'].owner,
        // The owner of the organization, whose row was made with those of a2, works for all of its fan clubs.
        sees: route.path.endsWith('/people') ? (['a1', 'a2'] as const) : (['a1'] as const),
        owners: [a1.id, a1.organization, null],
      };
}

function ownRows(route: StaffRoute, world: StaffWorld): StaffCell {
  const { club, caller } = world;
  const common = ground(route, world);
  const requests = async () => {
    // The same rows in other fan clubs, so that it would show if they were counted.
    for (const other of others(route, world)) await caller.inputOf(route, other.club, other.sender);
    return [{ club, input: await caller.inputOf(route, club, common.sender), values: [] }];
  };
  return { ...common, name: `${route.name} with own rows`, requests };
}

function foreignId(route: StaffRoute, position: IdPosition, other: Other, world: StaffWorld): StaffCell {
  const { club, caller } = world;
  const common = ground(route, world);
  const requests = async (): Promise<Sent[]> => {
    const theirs = position.read(await caller.inputOf(route, other.club, other.sender));
    const input = await caller.inputOf(route, club, common.sender);
    const own = position.read(input);
    // Such as the kind of a mail template, which is not the id of a row.
    if (theirs === undefined || own === undefined || theirs === own) return [];
    const absent = absentFor(theirs);
    return [absent, theirs].map((id) => ({ club, input: position.write(input, id), values: [id] }));
  };
  return { ...common, name: `${route.name} with ${other.what} ${position.name}`, requests };
}

function foreignPath(route: StaffRoute, other: Other, world: StaffWorld): StaffCell {
  const { caller } = world;
  const requests = async (): Promise<Sent[]> => {
    const theirs = await caller.inputOf(route, other.club, other.sender);
    const input = await caller.versioned(route, other.club, theirs);
    const absent = { ...other.club, id: ABSENT_ID, organization: ABSENT_ID };
    return [absent, other.club].map((club) => ({
      club,
      input,
      values: [String(club.id), String(club.organization)],
    }));
  };
  return { ...ground(route, world), name: `${route.name} below ${other.what} path`, requests };
}

/** The faults of a cell, and the statements that its requests caused. Restores the rows. */
export function trialOf(
  world: StaffWorld,
  { name, route, sender, sees, owners, requests }: StaffCell,
): Promise<{ faults: string[]; statements: readonly string[] }> {
  return world.restored(async (sent) => {
    const made = await requests();
    const othersRows = async (tables: readonly string[]) =>
      JSON.stringify((await world.snapshot.changes(tables)).filter(({ owner }) => !owners.includes(owner)));
    const before = await othersRows(sent().written);
    const faults: string[] = [];
    const texts: string[] = [];
    for (const { club, input, values } of made) {
      const reply = await world.caller.send(route, club, sender, input);
      const text = textOf(reply, values);
      texts.push(text);
      if (reply.status >= 500) faults.push(`${name}: fails: ${text}`);
      if (made.length === 1 && reply.status >= 300) faults.push(`${name}: is refused: ${text}`);
      for (const mark of canariesIn(text))
        if (!sees.includes(mark.club)) faults.push(`${name}: shows ${canary(mark)}: ${text.slice(0, 400)}`);
    }
    const { names, written, texts: asked } = sent();
    const after = await othersRows(written);
    // Counts show no canaries, but they depend on the rows that are counted.
    if (route.method === 'GET' && made.length === 1 && faults.length === 0) {
      const [{ club, input, values }] = made;
      await world.eraseOthers(owners, asked);
      texts.push(textOf(await world.caller.send(route, club, sender, input), values));
    }
    if (after !== before) faults.push(`${name}: changes rows of others: ${after.slice(0, 400)}`);
    if (new Set(texts).size > 1) faults.push(`${name}: differs: ${difference(texts)}`);
    return { faults, statements: names };
  });
}

/** The answers around their first difference. */
function difference([one, other]: readonly string[]): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(at - 100, 0), at + 200)).join(' <> ');
}

/** Headers that differ between equal answers. */
const VARYING = new Set(['content-length', 'date', 'x-request-id']);

function textOf({ status, headers, text }: StaffReply, values: readonly string[]): string {
  const lines = Object.entries(headers).filter(([name]) => !VARYING.has(name));
  // A problem repeats the request's id.
  const body = text.replace(/"instance":"[^"]*"/, '"instance":"(id)"');
  const whole = `${status} ${JSON.stringify(lines)} ${body}`;
  return values.reduce((rest, value) => rest.replaceAll(value, '(sent)'), whole);
}
