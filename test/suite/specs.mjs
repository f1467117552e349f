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

/** The forms of a run: the values of `FORM`. The last three run the files of only one kind. */
export const FORMS = ['short', 'long', 'all', 'faults', 'browser', 'stripe'];

/** The fault tests that run without `FORM=faults`. */
const COMMON_FAULTS = /(database|network|restarts|server)\.faults-spec/;

/**
 * The spec files of a kind in a run.
 *
 * @param names regular expressions of paths; none selects every file of the form
 */
export function selected(kind, form, names) {
  return specsOf(kind).filter(
    (file) =>
      (names.length === 0 || names.some((name) => new RegExp(name).test(file))) &&
      (kind !== 'faults' || form === 'faults' || COMMON_FAULTS.test(file)) &&
      (form === 'short' ? isInShortForm(file) : form === 'long' ? isInLongForm(file) : true),
  );
}

const COMMON_KINDS = ['unit', 'database', 'faults'];

/** The spec files of all kinds in a run; the parameters are those of {@link selected}. */
export function specsOfRun(form, names) {
  const kinds = Object.hasOwn(KINDS, form) ? [form] : COMMON_KINDS;
  return kinds.flatMap((kind) => selected(kind, form, names));
}

/** The kinds to which a path belongs. Each spec file belongs to one. */
export function kindsOf(path) {
  return Object.keys(KINDS).filter((kind) => KINDS[kind].test(path));
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(path);
  });
}

/** The files of the long form that measure a process or take most of the machine. They share neither modules nor a service with others. */
const ALONE = [
  [/^test\/faults\//, 'kills databases and servers under load; payment-crash kills processes'],
  [
    /^test\/e2e\/database-faults\./,
    'breaks connections, slows the network and locks tables of a service of its own; overload and load have too many requests',
  ],
  [
    /^libs\/testing\/src\/test-server\./,
    'starts servers that fail; each run of the tests starts one in the same way',
  ],
  [
    /^libs\/embedded-postgres\/test\//,
    'starts twenty servers; the tests themselves start one in the same way',
  ],
  [
    /^libs\/snapshot\/src\/rough-size\./,
    'measures the memory of a process; published evicts by the same size',
  ],
  [/^clients\/javascript\/src\/package\./, 'compiles a hundred programs; client uses the package'],
  [
    /^test\/architecture\/schema-migrations\./,
    'migrates up and down, and waits for locks; each run migrates up',
  ],
  [
    /^test\/contract\/cell-proxy\./,
    'all routes through HAProxy, where it is installed; contract/cells has the routes',
  ],
  [
    /^test\/e2e\/move(s|-checks)\./,
    'moves a fan club thirty times; database/replica-identity and database/fence have what a move is made of',
  ],
  [/^test\/contract\/cells\./, 'all routes, in two databases; database/cells tries the ids of all tables'],
  [
    /^test\/support\/server-process\./,
    'starts servers; races-payments and payment-crash use the same function',
  ],
  [
    /^test\/e2e\/renewals-year\./,
    'a year of sixty members, six hours at a time; races-renewals has the jobs',
  ],
  [/^test\/e2e\/draw-crowd\./, 'draws 100,000 entries through the database; draws has few'],
  [/^test\/e2e\/catalogue-size\./, 'loads 100,000 rows; catalogue-import loads few'],
  [
    /^test\/e2e\/published-(fire|line|memory)\./,
    'edit for seconds, suspend processes, fill memory; published has the rules',
  ],
  [
    /^test\/e2e\/holds-load\./,
    'two servers, a worker and a database of their own under load; database/fence has the triggers',
  ],
  [
    /^test\/e2e\/standby\./,
    'starts a primary and a standby, and promotes it; platform/database/replication.rules has the rules',
  ],
  [/^test\/e2e\/security-timing\./, 'compares times of many log-ins; limits-hashing counts their hashes'],
  [
    /^test\/e2e\/((mail|webhook)-crash|processes|replicas|start)\./,
    'start, stop and kill processes, or have a replica; payment-crash kills one, whose mail is queued once, webhook-endpoints ends a delivery at each statement, start-refusals starts one, and the races use two servers',
  ],
  [
    /^test\/e2e\/(database-away|mail-sending)\./,
    'a database, a mail server or a worker that fails; process-faults and locked-rows have faults that a request meets',
  ],
];

/**
 * The files about features beyond the API of websites. For these, the short form keeps the matrices of tenants and permissions, and the
 * files that each row names.
 */
const FEATURES = [
  [
    /^test\/e2e\/staff-conventions\./,
    'every route with each kind of query, version and text; staff-club, staff-attacks and staff-races have some of each',
  ],
  [
    /^test\/e2e\/staff-(contests|event-csv|events|figures|item-csv|item-types|manager-figures|member-import|members|orders|presale|presale-codes|previews|support|tour|tracking)\./,
    'what staff edit, list and count; staff-club, staff-issues, staff-member-actions, staff-parcels, staff-plans and staff-refunds',
  ],
  [
    /^test\/e2e\/(erase-club|member-merges|privacy-(contacts|erasure)|retention)\./,
    'what is erased and merged; privacy-exports, retention-rules, architecture/privacy and races-merges',
  ],
  [
    /^test\/e2e\/(buying|paid-renewals|renewal-links|renewals|renewals-of-terms|saved-card)\./,
    'renewals and saved cards; checkout, checkout-payments, payment-model and races-renewals',
  ],
  [
    /^test\/e2e\/(bought-gift-(pages|seasons)|redeem-uses|waiting-list)\./,
    'gifts, codes and the waiting list; bought-gifts, redeem-codes, stock, races-redeem-codes and races-stock',
  ],
  [
    /^test\/e2e\/(bookings|demo-bank-switches|disputes|order-pages|payment-(contract-(demo|stripe)|customers|mails|outage|problems)|payments-(command|differences))\./,
    'providers of payments and their books; payment-events, payment-model, payment-secrets, refunds and races-payments',
  ],
  [
    /^test\/e2e\/(draw-(staff|winners)|images|presale-(links|model|pages))\./,
    'draws, presales and pictures; draws, presale-codes, presale-entitled, presale-everyone, races-draws and races-presale',
  ],
  [
    /^test\/e2e\/catalogue-(changes|conflicts|edits|faults|parts)\./,
    'repeated imports; catalogue, catalogue-export, catalogue-ids, catalogue-races and catalogue-secrets',
  ],
  [
    /^test\/e2e\/(forums|forums-refusals|openid-(discourse|endings|log-outs|relying-party)|sign-in-(apple|hosts)|webhook-(receivers|types))\./,
    'other systems; openid, openid-attacks, sign-in, staff-forums, staff-keys, webhooks and webhook-endpoints',
  ],
  [
    /^test\/e2e\/(hosts-(links|openid|proxied)|pages-(branding|forms|home|own-data|show-password)|welcome)\./,
    'hosts and pages; hosts, hosts-staff, hosts-tenants, pages, pages-checkout, pages-login and pages-register',
  ],
  [
    /^test\/e2e\/(doctor|holds-commands|key-command|mail-command|mail-outbox|monitoring|operations|operations-pages)\./,
    'what operators use; holds, logs, metrics, architecture/holds and database/fence',
  ],
  [
    /^test\/e2e\/(cached-answers-property|kept-visits|states-everywhere)\./,
    'random histories of states and caches; cached-answers, contract/kept-visits, subscriptions and model',
  ],
  [/^test\/database\/migrations-by-owner\./, 'migrations with few rights; each run migrates up'],
];

/** The spec files that only the long form runs, why, and what the short form has of the same. */
export const LONG = [
  ...ALONE,
  ...FEATURES,
  [
    /^test\/e2e\/demo-(people|first-login|nullable)\./,
    'loads the demo once for each test, and logs in; demo loads it once',
  ],
  [
    /^test\/e2e\/((new-club|trust|export|cell)-command|trial-commands)\./,
    'start a process for each command; start-refusals starts one, and catalogue-command runs a command',
  ],
  [
    /^test\/e2e\/payments-connect\./,
    'connects accounts at a server that answers as Stripe; checkout-payments has accounts at the demo bank',
  ],
  [
    /^test\/e2e\/exclusive-content-s3\./,
    'files in a bucket, with a service of its own; exclusive-content has them in a folder',
  ],
  [
    /^test\/e2e\/development-(hints|mails)\./,
    'help for developers, with a service for each setting; the contract does not name it',
  ],
  [
    /^test\/e2e\/(site|guide|local-service)\./,
    'what npm start adds for a developer; demo loads what it shows',
  ],
  [/^test\/e2e\/catalogue-property\./, 'loads random catalogues; catalogue-import loads known ones'],
  [
    /^test\/e2e\/catalogue-export-property\./,
    'exports and imports random fan clubs, and the demo; catalogue-export has each kind of row',
  ],
  [
    /^test\/e2e\/client-readme\./,
    'compiles and runs the examples of the client; client calls the service with it',
  ],
  [
    /^test\/e2e\/limits-races\./,
    'two processes and random histories; limits-at-once has simultaneous attempts',
  ],
  [
    /^test\/scripts\/(prepare|node-versions|client-types|programs)\./,
    'start programs; each run of the tests prepares packages, and each build the types',
  ],
];

/** The files of both forms that need a process of their own in the long form, and what it adds. */
const PROCESSES = [
  [
    /^libs\/processes\/test\/process-group\./,
    'restarts of replaced folders, slow, busy and failing processes, and repeated ones',
  ],
  [/^src\/platform\/access\/visits\./, '200,000 sessions'],
  [/^test\/e2e\/jobs\./, 'a server process that runs jobs'],
  [/^test\/e2e\/metrics\./, 'several processes, a database that is away, a port in use'],
  [
    /^test\/e2e\/payment-crash\./,
    'most moments at which a process is killed; a wrong provider key, an older backup, an unreachable database',
  ],
];

/** The files of both forms that need real hashes in the long form, and what it adds. */
const CROWDS = [
  [
    /^test\/e2e\/(staff-)?races[.-]/,
    'crowds of fifty instead of fourteen, over two processes; 25 rounds of twenty editors instead of 3',
  ],
  [/^test\/e2e\/audit\./, 'a hundred failed log-ins'],
  [/^test\/e2e\/limits-at-once\./, 'two processes, and hundreds of hashes'],
];

/** The matrices and other tests of both forms that repeat much, and what the long form adds. */
const REPEATED = [
  [
    /^test\/contract\/tenants\./,
    'all keys with all sessions on each route, all rows in all positions for all sessions, and the mutants',
  ],
  [/^test\/e2e\/staff-permissions\./, 'all 29 senders of each route, and the mutants'],
  [/^test\/e2e\/hosts-tenants\./, 'every page and route instead of one of each kind'],
  [/^test\/e2e\/staff-tenants\./, 'ids and paths of a second other fan club, and the mutants'],
  [/^test\/e2e\/bad-input\./, '2,000 requests instead of 250'],
  [/^test\/e2e\/(payment-)?model\./, 'more histories'],
];

/**
 * The spec files that both forms run, and what the long form adds. It leaves out tests that would check the same as in the short form
 * (`it` of form.ts).
 */
export const BOTH = [
  ...PROCESSES,
  ...CROWDS,
  ...REPEATED,
  [/^test\/contract\/tenants-of-statements\./, 'four times the combinations of parameters, and the mutants'],
  [/^test\/contract\/transports\./, 'all callers and bodies of each route'],
  [/^test\/e2e\/staff-audits\./, 'each route with each kind of refusal'],
  [/^test\/e2e\/staff-renewals\./, 'renewals that are stopped between their tries, and the forecast'],
  [
    /^test\/e2e\/(account-update|accounts-create|contacts|contest-entry|retention-rules|shipping-update|social-(connect|deauthorize|login|register))\./,
    'ten times as many examples of each property',
  ],
  [/^test\/e2e\/origin-check\./, 'log-ins and other writes from each provenance'],
  [
    /^(libs\/(csv\/src\/csv|password\/src\/fair-queue|signed-request\/src\/signed-request|snapshot\/src\/snapshots\.property)|src\/(domains\/events\/link\.rules|platform\/mail\/templates|tools\/catalogue\/json-outline))\./,
    'ten times as many examples of each property',
  ],
  [/^libs\/icalendar\/src\/times\./, '500 instants instead of 100'],
  [/^libs\/draw\/src\/crowds\./, '20,000 seeds and 100,000 entries instead of 1,000 and 2,000'],
];

const matches = (list, file) => list.some(([pattern]) => pattern.test(file));

export const isInShortForm = (file) => !matches(LONG, file);
export const isInLongForm = (file) => matches(LONG, file) || matches(BOTH, file);

/** The tests of the hashes that all others keep (hashed-once.ts). */
const HASHES = /^libs\/password\//;

/** Whether a spec file needs a process of its own. */
export const runsAlone = (file, form) =>
  matches(ALONE, file) || HASHES.test(file) || (form !== 'short' && matches(PROCESSES, file));

/** Whether a spec file is grouped with others that hash each password. */
export const hashesAll = (file, form) => form !== 'short' && matches(CROWDS, file);

/** Files that repeat much in the long form, beside those of {@link REPEATED}. */
export const LENGTHY = [
  [/^test\/contract\/tenants-of-statements\./],
  [/^test\/e2e\/(kept-visits|presale-model|staff-audits|staff-conventions)\./],
];

/** The matrices of the short form that take longest: each route with its callers or refusals. */
export const WIDE = [[/^test\/contract\/tenants\./], [/^test\/e2e\/staff-(audits|permissions|tenants)\./]];

/** What a file weighs in its group, in bytes of a usual file that takes as long. Every file costs something, however short it is. */
function weightOf(file, form) {
  // A file without a service takes less than half as long as another one of its size.
  const size = statSync(join(ROOT, file)).size * (KINDS.unit.test(file) ? 0.4 : 1);
  if (form === 'short') return size + 2_000 + (matches(WIDE, file) ? 100_000 : 0);
  return size + 2_000 + (matches(REPEATED, file) || matches(LENGTHY, file) ? 150_000 : 0);
}

/**
 * Deals files to groups of about equal weight, the heaviest file first; with a seed, in the random order of the seed. The same
 * arguments return the same groups.
 *
 * @param seed null, or any text
 */
export function dealt(files, count, seed = null, form = 'short') {
  const weight = new Map(files.map((file) => [file, weightOf(file, form)]));
  const order = seed === null ? byWeight(files, weight) : shuffled(files, seed);
  const groups = Array.from({ length: count }, () => ({ weight: 0, files: [] }));
  for (const file of order) {
    const lightest = groups.reduce((one, other) => (other.weight < one.weight ? other : one));
    lightest.files.push(file);
    lightest.weight += weight.get(file);
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0);
}

const byWeight = (files, weight) =>
  [...files].sort((a, b) => weight.get(b) - weight.get(a) || (a < b ? -1 : 1));

/** Sorts by the hash of seed and path. */
function shuffled(files, seed) {
  const rank = new Map(
    files.map((file) => [file, createHash('sha256').update(`${seed}\n${file}`).digest('hex')]),
  );
  return [...files].sort((a, b) => (rank.get(a) < rank.get(b) ? -1 : 1));
}

/** What a file of the short form may take of the processor time of all its files. A share is the same on every machine. */
export const SHARE = 0.06;

/**
 * The files that take more than their share.
 *
 * @param costs of the files of the short form: `{ file, running }`, in any unit
 */
export function tooSlow(costs) {
  const limit = SHARE * costs.reduce((total, { running }) => total + running, 0);
  return costs.filter(({ running }) => running > limit).map(({ file }) => file);
}
