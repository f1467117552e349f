import { API_ROUTES } from '../contract/routes';
import { representatives } from '../suite/form';
import { hostsRead, send } from '../support/hosts';
import { testApp } from '../support/start-test-app';
import { ABSENT_ID, canariesIn } from '../tenants/canaries';
import { CanaryGiven } from '../tenants/canary-given';
import { type Cell, Judge, type Wire } from '../tenants/judge';
import { PageMatrix } from '../tenants/pages';
import { Snapshot } from '../tenants/snapshot';
import { Watch } from '../tenants/watch';
import { buildWorld, type World } from '../tenants/world';

const PATIENCE = 300_000;

const t = testApp();
let world: World;
/** By the id of the fan club. */
const hosts = new Map<number, string>();

beforeEach(async () => {
  world = await buildWorld(t, new CanaryGiven(t.db, t.clock));
  await t.db.query('UPDATE fan_club_hosts SET verified_at = now(), main = true');
  for (const { fanclub_id: id, host } of await t.db.query<{ fanclub_id: string; host: string }[]>(
    'SELECT fanclub_id, host FROM fan_club_hosts',
  ))
    hosts.set(Number(id), host);
  await hostsRead(t, (known) => [...hosts.keys()].every((id) => known.clubOf(id).hosts.length === 1));
}, PATIENCE);

/** The same request at the host of its fan club; at that of the first one if the fan club is unknown. */
function atHost(wire: Wire): Wire {
  const [, id = '', rest = ''] = /^\/fanclubs\/(\d+)(\/.*)$/.exec(wire.path) ?? [];
  const host = hosts.get(Number(id));
  return host === undefined
    ? { ...wire, headers: { ...wire.headers, host: hosts.get(world.a1.id)! } }
    : { ...wire, path: rest, headers: { ...wire.headers, host } };
}

it(
  'a host of a fan club shows nothing of another one on any page',
  async () => {
    const snapshot = await Snapshot.take(t.db);
    const watch = new Watch();
    const judge = new Judge(t, watch, snapshot, new Map());
    const pages = await new PageMatrix(t.origin, world).cells();
    const moved = pages
      .filter(({ wire }) => !wire.path.includes(`/fanclubs/${ABSENT_ID}/`))
      .map((cell): Cell => ({
        ...cell,
        wire: atHost(cell.wire),
        ...(cell.like && { like: atHost(cell.like) }),
      }));
    // In the short form one cell for each page, and for each owner of the row that it names.
    const tried = representatives(moved, ({ name, of }) => {
      const route = name.split(' ', 2).join(' ');
      return of === undefined ? [route] : [route, `${route} of ${of}`];
    });
    expect(tried.length).toBeGreaterThan(50);
    const faults: string[] = [];
    for (const cell of tried) faults.push(...(await judge.faults(cell)));
    watch.stop();
    judge.stop();
    expect(faults.slice(0, 20)).toEqual([]);
  },
  PATIENCE,
);

it(
  'a key of another fan club is invalid at a host on every route of the API',
  async () => {
    const { a1, b1 } = world;
    for (const [method, path] of API_ROUTES) {
      const url = `/api/v1${path.replace(/:\w+/g, '1')}?key=${b1.key}`;
      const { text } = await send(t, hosts.get(a1.id)!, url, {
        method,
        headers: { 'api-key': b1.organizationKey },
      });
      expect([method, path, JSON.parse(text)]).toEqual([
        method,
        path,
        { status: 'error', messages: ['Please use a valid API Key.'] },
      ]);
      expect(canariesIn(text)).toEqual([]);
    }
  },
  PATIENCE,
);
