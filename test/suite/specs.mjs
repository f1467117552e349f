import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The kinds of spec files, each with the pattern of its paths. `unit` needs no database. */
const KINDS = {
  unit: /^(src|libs\/[^/]+\/src|clients\/[^/]+\/(src|embed))\/.*\.spec\.ts$/,
  database: /^(test|libs\/[^/]+\/test)\/.*\.(e2e-)?spec\.ts$/,
  faults: /^test\/faults\/.*\.faults-spec\.ts$/,
  browser: /^test\/browser\/.*\.browser-spec\.ts$/,
  stripe: /^test\/stripe\/.*\.stripe-spec\.ts$/,
};

/** The spec files of the groups; see group.ts. */
export const GROUPS = readdirSync(join(ROOT, 'test/suite/groups')).map((name) => `test/suite/groups/${name}`);

/** The paths of all spec files of a kind, relative to the project's folder. */
export function specsOf(kind) {
  return ['clients', 'libs', 'src', 'test'].flatMap(filesBelow).filter((path) => KINDS[kind].test(path));
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(path);
  });
}

/**
 * The spec files that only the long form runs, and why. Something in the short form stands for each.
 */
export const LONG = [
  [
    /^test\/faults\//,
    'kills databases and servers under load; the short form has database-faults and process-faults',
  ],
  [
    /^libs\/embedded-postgres\/test\//,
    'starts twenty servers; the tests themselves start one in the same way',
  ],
  [/^libs\/snapshot\/src\/rough-size\./, 'measures the memory of a process'],
  [
    /^clients\/javascript\/src\/package\./,
    'compiles hundred programs; client and client-readme use the package',
  ],
  [
    /^test\/architecture\/schema-migrations\./,
    'migrates up and down, and waits for locks; each run migrates up',
  ],
  [/^test\/support\/server-process\./, 'starts servers; races and processes use the same function'],
  [/^test\/e2e\/catalogue-size\./, 'loads 100,000 rows; catalogue-import loads few'],
  [
    /^test\/e2e\/published-(fire|line|memory)\./,
    'edit for seconds, suspend processes, fill memory; published has the rules',
  ],
  [/^test\/e2e\/limits-at-once\./, 'hashes hundreds of passwords; races-passwords and limits count them'],
  [/^test\/e2e\/replicas\./, 'waits for a replica that lags; test/database/replica has the rules'],
  [/^test\/e2e\/security-timing\./, 'compares times of many log-ins; limits-hashing counts their hashes'],
];

/** The spec files that both forms run, the short form with less (form.ts), and what the long form adds. */
export const BOTH = [
  [/^test\/e2e\/(staff-)?races[.-]/, 'three rounds of each race, or fifty, instead of one'],
  [/^test\/contract\/tenants\./, 'all rows in all positions, and the mutants'],
  [/^test\/contract\/transports\./, 'all callers of each route'],
  [/^test\/e2e\/staff-permissions\./, 'all 29 senders of each route, and the mutants'],
  [/^test\/e2e\/staff-tenants\./, 'the mutants'],
  [/^test\/e2e\/(payment|mail)-crash\./, 'every moment at which a process can be killed'],
  [/^test\/e2e\/processes\./, 'restarts and stops under load'],
  [/^test\/e2e\/start\./, 'settings of the start, each with a process or two'],
  [/^test\/e2e\/bad-input\./, '5,000 requests instead of 250'],
  [/^test\/e2e\/((payment-)?model|payment-outage|catalogue-export-property)\./, 'more and longer histories'],
];

const matches = (list, file) => list.some(([pattern]) => pattern.test(file));

export const isInShortForm = (file) => !matches(LONG, file);
export const isInLongForm = (file) => matches(LONG, file) || matches(BOTH, file);

/**
 * Deals files to groups of about equal size, the largest file first; with a seed, in the random order of the seed. The same
 * arguments return the same groups.
 *
 * @param seed null, or any text
 */
export function dealt(files, count, seed = null) {
  const size = new Map(files.map((file) => [file, statSync(join(ROOT, file)).size]));
  const order = seed === null ? bySize(files, size) : shuffled(files, seed);
  const groups = Array.from({ length: count }, () => ({ bytes: 0, files: [] }));
  for (const file of order) {
    const smallest = groups.reduce((one, other) => (other.bytes < one.bytes ? other : one));
    smallest.files.push(file);
    // Every file costs something, however short it is.
    smallest.bytes += size.get(file) + 2_000;
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0);
}

const bySize = (files, size) => [...files].sort((a, b) => size.get(b) - size.get(a) || (a < b ? -1 : 1));

/** Sorts by the hash of seed and path. */
function shuffled(files, seed) {
  const rank = new Map(
    files.map((file) => [file, createHash('sha256').update(`${seed}\n${file}`).digest('hex')]),
  );
  return [...files].sort((a, b) => (rank.get(a) < rank.get(b) ? -1 : 1));
}
