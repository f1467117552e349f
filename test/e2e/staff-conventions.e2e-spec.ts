import type { StaffInput } from '#samples';
import { describeStaffApi } from '../../src/app/describe-api';
import type { StaffReply } from '../staff/staff-caller';
import { isOfOrganization, STAFF_BASE, type StaffRoute, staffRoutes } from '../staff/staff-routes';
import { PATIENCE, testWorld } from '../staff/staff-world';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ PAYMENTS_DEMO: 'allow-public' });

/** The document of the routes, which all tests share. */
let described: ReturnType<typeof describeStaffApi> | undefined;
const document = () => (described ??= describeStaffApi());

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly string[] };
}

it('the document of the routes is served to staff who are logged in', async () => {
  const kim = await staffOf(t, 'viewer');
  const { status, body } = await kim.get('/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  expect(Object.keys(body.paths).sort()).toEqual(Object.keys((await document()).paths).sort());
}, 60_000);

describe('the routes for staff', () => {
  const world = testWorld(t);
  let parameters: ReadonlyMap<string, readonly Parameter[]>;
  beforeEach(async () => {
    const { paths } = (await document()) as unknown as {
      paths: Record<string, Record<string, { parameters: Parameter[] }>>;
    };
    parameters = new Map(
      Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]): [string, Parameter[]] => [
          `${method.toUpperCase()} ${path.replace(STAFF_BASE, '').replace(/\{(\w+)\}/g, ':$1')}`,
          operation.parameters,
        ]),
      ),
    );
  }, PATIENCE);

  /** The routes with a parameter of this name. */
  const routesWith = (name: string): StaffRoute[] =>
    staffRoutes(t).filter((route) => parameters.get(route.name)?.some((one) => one.name === name));

  const queriesOf = (route: StaffRoute): ListQuery[] => {
    const known = parameters.get(route.name)!.find(({ name }) => name === 'sort')!.schema.enum!;
    const refused: ListQuery['query'][] = [
      { sort: 'no_field' },
      { no_filter: '1' },
      { page: '0' },
      { per_page: '201' },
      { ids: 'x' },
    ];
    return [
      ...known.map((sort): ListQuery => ({ route, query: { sort }, status: 200 })),
      ...refused.map((query): ListQuery => ({ route, query, status: 400 })),
    ];
  };

  const ownerOf = (route: StaffRoute) =>
    world().senders.people[isOfOrganization(route) ? 'whole organization' : 'own club'].owner;

  const sampleOf = (route: StaffRoute): Promise<StaffInput> =>
    world().caller.inputOf(route, world().club, ownerOf(route));
  const send = (route: StaffRoute, input: StaffInput): Promise<StaffReply> =>
    world().caller.send(route, world().club, ownerOf(route), input);

  it(
    'sort lists by each documented field, and refuse every other parameter and value',
    async () => {
      const faults: string[] = [];
      const lists = routesWith('per_page');
      const queries = lists.flatMap(queriesOf);
      for (const route of new Set(queries.map((one) => one.route))) {
        await world().restored(async () => {
          const input = await sampleOf(route);
          for (const { query, status } of queries.filter((one) => one.route === route)) {
            const reply = await send(route, { ...input, query: { ...input.query, ...query } });
            if (reply.status !== status)
              faults.push(`${route.name} ${JSON.stringify(query)}: ${reply.status} ${reply.text}`);
          }
        });
      }
      expect(faults).toEqual([]);
      expect(lists.length).toBeGreaterThan(10);
    },
    PATIENCE,
  );

  it(
    'change a version only for who names it, and refuse unknown fields',
    async () => {
      const faults: string[] = [];
      const routes = routesWith('If-Match');
      for (const route of routes) {
        await world().restored(async () => {
          const input = await sampleOf(route);
          const tried: (readonly [StaffInput, number, string])[] = [
            [{ ...input, ifMatch: false }, 428, 'condition-required'],
            [{ ...input, ifMatch: false, headers: { 'if-match': '"another"' } }, 412, 'changed'],
            // The body of a file has no fields.
            ...(input.file === undefined
              ? [[{ ...input, body: { ...input.body, no_field: 1 } }, 422, 'invalid'] as const]
              : []),
          ];
          for (const [changed, status, slug] of tried) {
            const reply = await send(route, changed);
            const isExpected = reply.status === status && reply.text.includes(`/staff/problems/${slug}"`);
            const isNamed = status !== 422 || reply.text.includes('"#/no_field"');
            if (!isExpected || !isNamed)
              faults.push(`${route.name} ${status}: ${reply.status} ${reply.text.slice(0, 300)}`);
          }
          const first = await world().caller.versioned(route, world().club, input);
          const replies = await Promise.all(Array.from({ length: 5 }, () => send(route, first)));
          const statuses = replies.map(({ status }) => status).sort();
          if (statuses.join() !== '200,412,412,412,412')
            faults.push(`${route.name}, five editors at once: ${statuses.join()}`);
        });
      }
      expect(faults).toEqual([]);
      expect(routes.length).toBeGreaterThan(5);
    },
    PATIENCE,
  );

  it(
    'refuse NUL characters, half characters and huge numbers in bodies and queries, as no failure of theirs',
    async () => {
      const faults: string[] = [];
      const routes = staffRoutes(t).filter(({ method, name }) => method !== 'GET' || parameters.has(name));
      for (const route of routes) {
        await world().restored(async () => {
          const input = await sampleOf(route);
          const leaves = leavesOf(input.body);
          const texts = leaves.filter(([, value]) => typeof value === 'string');
          const body = (kind: string, path: Leaf[0], value: unknown): Changed => [
            kind,
            { ...input, body: changedAt(input.body, path, value) as object },
          ];
          const query = (name: string, value: string): Changed => [
            'query',
            { ...input, query: { ...input.query, [name]: value } },
          ];
          const file = (csv: string): Changed => ['file', { ...input, csv: csv.replace(/.$/s, '\0$&') }];
          const changed = [
            ...texts.map(([path, value]) => body('NUL', path, `\0${String(value)}`)),
            ...texts.slice(-1).map(([path, value]) => body('half', path, `${String(value)}\ud800`)),
            ...leaves
              .filter(([, value]) => typeof value === 'number')
              .flatMap(([path]) => [1e300, 2_147_483_648].map((one) => body('huge', path, one))),
            ...(parameters.get(route.name) ?? [])
              .filter(({ name }) => !USUAL.includes(name))
              .flatMap(({ name }) => ['a\0', '9'.repeat(30)].map((value) => query(name, value))),
            ...(input.csv === undefined ? [] : [file(input.csv)]),
          ];
          for (const [, one] of changed) {
            const { status, text } = await send(route, one);
            if (status >= 500)
              faults.push(`${route.name} ${JSON.stringify([one.body, one.query])}: ${text.slice(0, 200)}`);
          }
        });
      }
      expect(faults).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'carry out a repeated key once with the same answer, and need one',
    async () => {
      const faults: string[] = [];
      const routes = routesWith('Idempotency-Key');
      for (const route of routes) {
        await world().restored(async () => {
          const input = await sampleOf(route);
          const audits = async (): Promise<string> =>
            (await t.db.query<{ count: string }[]>('SELECT count(*) FROM staff_audits'))[0].count;
          const first = await send(route, input);
          const recorded = await audits();
          const again = await send(route, input);
          const isSame = [again.status, again.text].join() === [first.status, first.text].join();
          if (first.status >= 300 || !isSame || (await audits()) !== recorded)
            faults.push(`${route.name}: ${first.status} ${first.text}, then ${again.status} ${again.text}`);
          const keyless = await send(route, { ...input, headers: {} });
          if (keyless.status !== 400) faults.push(`${route.name} without a key: ${keyless.status}`);
        });
      }
      expect(faults).toEqual([]);
      expect(routes.length).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

/** Parameters that the other tests of this file try, or whose values the caller chooses. */
const USUAL = ['If-Match', 'Idempotency-Key', 'page', 'per_page', 'sort', 'ids'];

/** A query of a list, and the status of its answer. */
interface ListQuery {
  readonly route: StaffRoute;
  readonly query: Record<string, string>;
  readonly status: number;
}

/** A changed request, and what has changed in it. */
type Changed = readonly [kind: string, input: StaffInput];

type Leaf = readonly [path: readonly string[], value: unknown];

/** The values of a body that are neither objects nor lists. */
function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** A copy of a body with another value at a path. */
function changedAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[name] = changedAt(copy[name], rest, value);
  return copy;
}

describe('the pages of a list', () => {
  it(
    'show each row once, also if rows are added between pages',
    async () => {
      const kim = await staffOf(t);
      const path = `/fanclubs/${(await t.given.tenant!).id}/benefits`;
      const add = async (summary: string): Promise<number> => {
        const { status, body } = await kim.post(path, { summary, benefit_type: 'online', plans: [] });
        expect(status).toBe(201);
        return (body as { id: number }).id;
      };
      const first: number[] = [];
      for (let n = 0; n < 10; n += 1) first.push(await add(`Benefit ${n}`));
      const seen: number[] = [];
      for (let page = 1, rows: { id: number }[] = []; page === 1 || rows.length > 0; page += 1) {
        const { body } = await kim.get(`${path}?sort=id&per_page=3&page=${page}`);
        rows = (body as { data: { id: number }[] }).data;
        seen.push(...rows.map(({ id }) => id));
        if (page <= 3) await add(`Added ${page}`);
      }
      expect(seen.filter((id) => first.includes(id))).toEqual(first);
      expect(new Set(seen).size).toBe(seen.length);
    },
    PATIENCE,
  );
});
