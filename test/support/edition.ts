import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { HttpClient } from '#libs/testing';
import { PASSWORD } from '#samples';
import type { Given } from './given';

/** A fan club whose published texts all contain the number of one edition, in several tables with shared answers. */
export interface EditedFanclub {
  readonly id: number;
  readonly key: string;
  /** The log-in of a customer without a membership. */
  readonly credentials: { readonly email: string; readonly password: string };
  /** Paths below the API base, each with the number of times that its answer contains the edition. */
  readonly paths: readonly { readonly path: string; readonly mentions: number }[];
}

/** Creates the fan club in edition 0. */
export async function editedFanclub(given: Given): Promise<EditedFanclub> {
  const { id, key } = await given.fanclub({
    name: 'edition-0',
    plansUrl: 'https://club.example/edition-0',
    listPlansWithoutSubscription: true,
  });
  await given.loginProvider({ appId: 'edition-0' });
  for (let n = 0; n < 3; n += 1)
    await given.package(await given.plan({ name: `edition-0 of plan ${n}` }), [{}], { name: 'edition-0' });
  const event = await given.event({ title: 'edition-0' });
  // Visitors without a membership see the plans URL in place of an exclusive link.
  await given.ticketLink({ event, exclusive: true });
  const contest = await given.contest({ event, name: 'edition-0' });
  const { email } = await given.customer();
  return {
    id,
    key,
    credentials: { email: email!, password: PASSWORD },
    paths: [
      { path: '/fanclub', mentions: 2 * 2 }, // all of it twice, name and provider
      { path: '/plans', mentions: 3 * 3 }, // name, slug of the name, package
      { path: '/events', mentions: 3 }, // title, link, contest
      { path: '/contests', mentions: 1 },
      { path: `/contests/${contest.id}`, mentions: 2 }, // name, event
    ],
  };
}

/** The editions in an answer, in order. */
export const editionsIn = (text: string): number[] =>
  [...text.matchAll(/edition-(\d+)/g)].map(([, number]) => Number(number));

/** For each edition: the latest possible time of its commit, in milliseconds of `performance.now`. */
export type History = readonly number[];

/** Publishes this many editions, one transaction each, at this rate per second or as fast as possible. Returns their times. */
export async function publishEditions(
  databaseUrl: string,
  { id }: EditedFanclub,
  { editions, perSecond }: { editions: number; perSecond: number },
): Promise<History> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const since = performance.now();
  const history = [since];
  try {
    for (let edition = 1; edition <= editions; edition += 1) {
      await sleep(Math.max(0, since + (edition * 1000) / perSecond - performance.now()));
      await client.query(editSql(id, `edition-${edition}`));
      history.push(performance.now());
    }
    return history;
  } finally {
    await client.end();
  }
}

const editSql = (id: number, name: string): string => `
  BEGIN;
  UPDATE contests SET name = '${name}' WHERE fanclub_id = ${id};
  UPDATE packages SET name = '${name}' WHERE fanclub_id = ${id};
  UPDATE plans SET name = '${name} of plan ' || id WHERE fanclub_id = ${id};
  UPDATE events SET title = '${name}' WHERE fanclub_id = ${id};
  UPDATE login_providers SET app_id = '${name}' WHERE fanclub_id = ${id};
  UPDATE fanclubs SET name = '${name}', plans_url = 'https://club.example/${name}' WHERE id = ${id};
  COMMIT`;

/** An answer that a reader got. */
export interface Sighting {
  /** Before the request was sent, in milliseconds of `performance.now`. */
  readonly asked: number;
  readonly text: string;
  readonly editions: readonly number[];
}

/** Requests a path repeatedly, one request after the other, until stopped. */
export async function keepReading(
  client: HttpClient,
  path: string,
  isOver: () => boolean,
): Promise<Sighting[]> {
  const sightings: Sighting[] = [];
  while (!isOver()) {
    const asked = performance.now();
    const { text } = await client.get(path);
    sightings.push({ asked, text, editions: editionsIn(text) });
    await sleep(PAUSE);
  }
  return sightings;
}

/** Milliseconds between two requests of a reader, to limit the load on the machine. */
const PAUSE = 20;

/** How long an answer had been out of date when it was requested, in milliseconds. */
export function staleness({ asked, editions }: Sighting, history: History): number {
  const next = history[Math.min(...editions) + 1];
  return next === undefined ? 0 : Math.max(0, asked - next);
}

/** Ends all listening connections of servers to this database; returns their number. */
export async function killListeners(client: Client): Promise<number> {
  const { rowCount } = await client.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE starts_with(application_name, 'fanclub-listener ') AND datname = current_database()`);
  return rowCount ?? 0;
}
