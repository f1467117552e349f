// How long staff of a large fan club wait for the answers that its screens ask for, one request after the other.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { newStaffKey } from '../dist/src/platform/staff/keys/staff-key.rules.js';
import { Failure } from '../scripts/support/project.mjs';
import { median } from './load/statistics.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { ask, makeDatabase } from './stage.mjs';

const LIST = { target: 100, stretch: 50 };

/** The requests of screens that are opened most, with the milliseconds that they may take. */
const ROWS = [
  { name: 'the first list of members', path: 'members', ...LIST },
  { name: 'members found by a word inside names', path: 'members?q=fan%201234', target: 200, stretch: 100 },
  { name: 'a member', path: 'members/77', ...LIST },
  { name: 'orders', path: 'orders', ...LIST },
  { name: 'parcels that wait', path: 'parcels', ...LIST },
  { name: 'the overview', path: 'dashboard', target: 1_000, stretch: 500 },
].map((row) => ({ ...row, name: `staff: ${row.name}` }));

/** What the rows need. */
const SCOPES = ['dashboard.read', 'members.read', 'orders.read', 'shipments.read'];

/** Answers of each row in a round. */
const TIMES = { full: 20, quick: 2 };

/** Three waiting parcels for each member. */
const PARCELS = `
  WITH bought AS (
    INSERT INTO orders (fanclub_id, customer_id, plan_id, shipping, discount, subtotal, total, paid_at, created_at)
    SELECT 1, id, 1001 + id % 10, 4.90, 0, 17.50, 22.40, now() - interval '1 day', now() - interval '1 day'
    FROM customers WHERE fanclub_id = 1
    RETURNING id
  )
  INSERT INTO shipments (fanclub_id, order_id, position)
  SELECT 1, id, parcel FROM bought, generate_series(1, 3) AS parcel`;

/** An owner with a key for programs. */
const KEY = `
  WITH person AS (
    INSERT INTO staff (email, name) VALUES ('staff@mail.example', 'Kim') RETURNING id
  ), role AS (
    INSERT INTO staff_roles (staff_id, organization_id, role) SELECT id, 1, 'owner' FROM person
  )
  INSERT INTO staff_api_keys (fanclub_id, staff_id, name, prefix, token_hash, scopes, expires_at)
  SELECT 1, id, 'Bench', $1, $2, $3, now() + interval '1 day' FROM person`;

/** The rows of the staff side. */
export async function measureStaff({ stage, settings, say, lines }) {
  const wanted = ROWS.filter(({ name }) => settings.wants(name));
  if (wanted.length === 0) return;
  const size = settings.sizes.staff;
  say(`· a fan club of ${size.measured.customers} members`);
  const url = await makeDatabase(stage, 'staff', size);
  const key = newStaffKey();
  const digest = createHash('sha256').update(key).digest();
  await ask(url, KEY, [key.slice(0, 8), digest, SCOPES]);
  await ask(url, PARCELS);
  await ask(url, 'VACUUM (ANALYZE)');
  const times = settings.quick ? TIMES.quick : TIMES.full;
  await withServers(
    [() => startServer('service', environment(url, stage), { firstPath: READY })],
    async ({ port }) => {
      for (const row of wanted) {
        say(`· ${row.name}`);
        const took = [];
        for (let at = 0; at <= times; at += 1) took.push(await millisecondsOf(port, row.path, key));
        const [first, ...others] = took;
        const details = { first, slowest: Math.max(...others) };
        lines.push(line(row.name, median(others), { ...row, isMost: true, unit: 'ms', details }));
      }
    },
  );
}

async function millisecondsOf(port, path, key) {
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/staff/api/fanclubs/1/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Failure(`${path} answered ${answer.status}: ${text}`);
  return performance.now() - since;
}
