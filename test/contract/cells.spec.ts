import { HttpClient } from '#libs/testing';
import { Visits } from '../../src/platform/access';
import { HIGHEST_CELL } from '../../src/platform/database';
import { StaffWorld } from '../staff/staff-world';
import { staffRoutes } from '../staff/staff-routes';
import { type TestApp, testApp } from '../support/start-test-app';
import { type Wire, withoutRandomValues } from '../tenants/judge';
import { routesByKeysBySessions } from '../tenants/matrix';
import { PageMatrix } from '../tenants/pages';
import { API_ROUTES, OTHER_ROUTES } from './routes';

// Hundreds of requests follow each other, and each restores its rows.
const PATIENCE = 300_000;

/** Staff charge a saved card, so there is a bank. */
const SETTINGS = { PAYMENTS_DEMO: 'allow-public' };
const first = testApp(SETTINGS, { alone: true });
const last = testApp(SETTINGS, { cell: HIGHEST_CELL });

/** The ids of the last cell, where they begin with its number and zeros. */
const OF_LAST_CELL = new RegExp(`(?<!\\d)${HIGHEST_CELL}000(\\d{9})(?!\\d)`, 'g');

/** Values in answers that are random, times of the database's clock, or digests of texts with ids. */
const RANDOM_VALUES = [
  /("(?:access_token|challenge|client_id|client_secret|created_at|key|prefix|qr|refresh_token|secret|token|updated_at)":)"(?:[^"\\]|\\.)*"/g,
  /("user":\{"id":)"[^"]*"/g,
  /("recovery_codes":)\[[^\]]*\]/g,
  // Of an address to download a file, which contains ids.
  /(&signature=)[\w-]+/g,
  // A digest, and the random end of the name of a picture.
  /()\b[0-9a-f]{64}(?:-[0-9a-f]{16})?\b/g,
];

/** The same text in both databases, if the answers differ only in their ids and random values. Calendars fold their lines by length. */
const plain = (text: string): string =>
  RANDOM_VALUES.reduce(
    (rest, random) => rest.replace(random, '$1(random)'),
    withoutRandomValues(text).replace(/\r\n /g, '').replace(OF_LAST_CELL, '$1'),
  );

/** The answer to each request. */
type Answers = Record<string, string>;

/** A good request to every route of the API, every hosted page and every route for staff, and its answer. */
async function answersOf(t: TestApp): Promise<Answers> {
  const world = await StaffWorld.make(t);
  const answers: Answers = {};
  try {
    const { clubs, club } = world;
    const api = routesByKeysBySessions(clubs).filter(({ name }) =>
      name.endsWith('by the own key as the customer'),
    );
    const pages = await new PageMatrix(t.origin, clubs).cells();
    const own = pages.filter(({ name }) => / of a1 with (nothing|.* of a1) as a1$/.test(name));
    for (const { name, wire } of [...api, ...own])
      answers[name] = await world.restored(() => answerTo(t, wire));
    const sender = { person: club.owner.person, live: club.owner.session };
    for (const route of staffRoutes(t)) {
      const owner = { ...sender, cookie: `__Secure-fanclub_staff=${club.owner.session}` };
      answers[route.name] = await world.send(route, owner, ({ status, text }) =>
        Promise.resolve(plain(`${status} ${text}`)),
      );
    }
  } finally {
    world.stop();
  }
  return answers;
}

async function answerTo(t: TestApp, { method, path, headers, body }: Wire): Promise<string> {
  t.app.get(Visits).dropAll();
  const answer = await new HttpClient(t.origin).request(method, path, { headers, body });
  const { location = '', 'set-cookie': cookies = [] } = answer.headers;
  return plain([answer.status, location, ...cookies, answer.text].join('\n'));
}

it(
  'every route answers in the last cell as in the first, apart from the ids',
  async () => {
    const expected = await answersOf(first);
    const [{ id }] = await last.db.query<{ id: number }[]>(`SELECT nextval('orders_id_seq') AS id`);
    expect(id).toBe(HIGHEST_CELL * 10 ** 12);
    const found = await answersOf(last);
    const differing = Object.keys(expected).filter((name) => found[name] !== expected[name]);
    expect(differing.slice(0, 5).map((name) => [name, found[name]])).toEqual(
      differing.slice(0, 5).map((name) => [name, expected[name]]),
    );
    expect(Object.keys(found)).toEqual(Object.keys(expected));

    const pages = OTHER_ROUTES.filter(([, path]) => path.startsWith('/fanclubs/'));
    const tried = API_ROUTES.length + pages.length + staffRoutes(last).length;
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(tried);
    // What a mistake about long ids would look like in both.
    const failed = Object.entries(found).filter(([, text]) => /^5|An error has occurred/.test(text));
    expect(failed).toEqual([]);
  },
  PATIENCE,
);
