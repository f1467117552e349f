import { Client } from 'pg';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { ALL_ENTITIES } from '../../src/app/all-entities';
import { RECORDING } from '../../src/platform/audit';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { statementFiles } from '../support/source-statements';
import { writtenTables } from '../support/written-tables';

const SRC = resolve(__dirname, '../../src');

/** `domains/orders` of `domains/orders/staff/x.ts`; for other rooms their name. */
const folderOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(domains|platform|tools)\//.test(file) ? 2 : 1)
    .join('/');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec|\.samples|\.fixtures)\.ts$/.test(file))
  .map((file) => ({ file, folder: folderOf(file), text: readFileSync(join(SRC, file), 'utf8') }));

/** The tables of entities, with the classes and folders of these. */
const ENTITIES = sources.flatMap(({ folder, text }) =>
  [...text.matchAll(/^@Entity\('(\w+)'\)[^]*?^export class (\w+)/gm)].map(([, table, name]) => ({
    table,
    name,
    folder,
  })),
);

/** A folder owns the tables of its entities. The demo bank's one has none, because it is in a schema of its own. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['demo_bank.objects', 'demo-bank'],
  ...ENTITIES.map(({ table, folder }): [string, string] => [table, folder]),
]);

/** Statements that write tables of other folders, each with the reason. */
const FOREIGN_STATEMENTS: Readonly<Record<string, string>> = {
  'erasure.close_club': 'erasing a fan club deletes from every table, as the foreign keys say',
  'erasure.delete_club': 'the same',
  'access.open_session': 'a log-in stores its time with the session, in one statement',
};

/**
 * Folders that write entities of others with TypeORM, each with the reason. Catalogue files, the items of staff and `reseal` write
 * any table: the entity is a parameter there.
 */
const FOREIGN_ENTITIES: Readonly<Record<string, string>> = {
  'domains/accounts Session': 'an import that changes a password or blacklists ends the sessions',
  'domains/fanclub Fanclub': 'the side for staff of platform/tenants',
  'domains/fanclub FanClubHost': 'the same',
  'domains/fanclub FanclubKey': 'the same',
  'domains/fanclub LoginProvider': 'the same',
  'domains/fanclub OrganizationApiKey': 'the same',
  'domains/fanclub TrustedDomain': 'the same',
  'domains/webhook-endpoints WebhookEndpoint': 'the side for staff of platform/webhooks',
  'domains/fanclub MailTemplate': 'the side for staff of platform/mail',
  'platform/mail Fanclub': 'the sender of mails is a column of the fan club',
  'tools/local PaymentAccount': 'makes the demo',
  'tools/local Staff': 'the same',
  'tools/local StaffRole': 'the same',
  'tools/site Fanclub': 'the same',
};

/** The audit's own SQL, which other statements contain to record what they do. */
const isRecorded = (text: string): boolean => unnumbered(text).includes(unnumbered(RECORDING));
const unnumbered = (text: string): string => text.replace(/\$\w+/g, '$');

let database: OpenDatabase;
let client: Client;
beforeAll(async () => {
  database = await openDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

it('every table has one owner: the folder of its entity', () => {
  const tables = getMetadataArgsStorage()
    .tables.filter(({ target }) => ALL_ENTITIES.includes(target))
    .map(({ name }) => name);
  expect([...OWNERS.keys()].sort()).toEqual([...tables, 'demo_bank.objects'].sort());
});

it('statements write only tables of their own folder', async () => {
  const foreign: string[] = [];
  for (const { file, exported } of statementFiles()) {
    const folder = folderOf(file);
    for (const { name, text } of exported) {
      for (const table of await writtenTables(client, text)) {
        const owner = OWNERS.get(table);
        if (
          owner === folder ||
          name in FOREIGN_STATEMENTS ||
          (table === 'security_events' && isRecorded(text))
        )
          continue;
        foreign.push(`${name} in ${folder} writes ${table} of ${owner}`);
      }
    }
  }
  expect(foreign.sort()).toEqual([]);
});

/** The entities that a source text writes. */
function writtenEntities(text: string): string[] {
  const calls =
    /(?:\.getRepository\((\w+)\)\s*)?\.(?:insert|update|upsert|save|remove|delete|create|into)\(\s*(\w+)?/g;
  return [...text.matchAll(calls)].flatMap(([, repository, first]) => [repository, first].filter(Boolean));
}

it('TypeORM writes only entities of the own folder', () => {
  const written = sources.flatMap(({ folder, text }) =>
    writtenEntities(text).flatMap((name) =>
      ENTITIES.filter((entity) => entity.name === name && entity.folder !== folder).map(
        () => `${folder} ${name}`,
      ),
    ),
  );
  expect([...new Set(written)].filter((one) => !(one in FOREIGN_ENTITIES))).toEqual([]);
});

it.each([
  ['await tx.insert(Plan, row)', ['Plan']],
  ['change.manager.save(change.manager.create(Plan, row))', ['change', 'Plan']],
  ['db.getRepository(Plan).update({ id }, row)', ['Plan']],
  ['db.getRepository(Plan).find()', []],
])('finds the entities that are written: %s', (text, entities) => {
  expect(writtenEntities(text)).toEqual(entities);
});

it.each([
  ['SELECT id FROM orders WHERE fanclub_id = $1 FOR UPDATE', []],
  [`SELECT 'UPDATE orders SET id = 1' FROM organizations -- DELETE FROM plans`, []],
  ['INSERT INTO organizations (name) VALUES ($1)', ['organizations']],
  [
    'INSERT INTO fanclub_counters (fanclub_id, receipts) VALUES ($1, 1) ON CONFLICT (fanclub_id) DO UPDATE SET receipts = 2',
    ['fanclub_counters'],
  ],
  [
    `WITH gone AS (DELETE FROM "shipments" WHERE id = $1 RETURNING order_id), done AS (
       UPDATE orders o SET refunded_at = now() FROM gone WHERE o.id = gone.order_id
     ) SELECT count(*) FROM gone`,
    ['orders', 'shipments'],
  ],
])('finds the tables that are written: %s', async (text, tables) => {
  expect(await writtenTables(client, text)).toEqual(tables);
});
