import { CATALOGUE } from '../../src/tools/catalogue';
import { catalogueDatabase } from '../support/catalogue-database';
import { COLUMNS_NOT_FROM_A_CATALOGUE, fullCatalogue, type Json, keyOf } from '../support/catalogues';
import { clubColumns } from '../support/club-columns';
import { emptyTables } from '../support/empty-tables';
import { wholeCatalogue } from '../support/random-catalogue';

const database = catalogueDatabase();

/** The fields of the format that a value of a definition has, as `Plan.name`, with those of the objects in it. */
function fieldsIn(value: unknown, definition: string, found = new Set<string>()): Set<string> {
  const { properties } = DEFINITIONS[definition];
  for (const [field, inner] of Object.entries(value as object) as [string, unknown][]) {
    found.add(`${definition}.${field}`);
    const [, next] = /"\$ref":"#\/\$defs\/(\w+)"/.exec(JSON.stringify(properties[field])) ?? [];
    if (next === undefined || next === 'Reference') continue;
    for (const one of [inner].flat()) if (one !== null) fieldsIn(one, next, found);
  }
  return found;
}

const DEFINITIONS = CATALOGUE.schema().$defs as Record<string, { properties: Record<string, object> }>;
const ALL_FIELDS = Object.entries(DEFINITIONS).flatMap(([definition, { properties = {} }]) =>
  Object.keys(properties).map((field) => `${definition}.${field}`),
);

/** The fields that no export has, with the reason. */
const NOT_EXPORTED = {
  'Customer.password': 'only its hash is stored',
  'Organization.api_keys': 'only their digests are stored',
  'Organization.id': 'an import would rename the organization with this id',
};

describe('an export of a fan club', () => {
  it('has every field of the format, and so all columns that a catalogue fills', async () => {
    expect(await database.refusals(wholeCatalogue())).toEqual([]);
    const file = JSON.parse(await database.exported(keyOf(wholeCatalogue()))) as Json;
    const found = fieldsIn(file, 'Catalogue');
    expect(ALL_FIELDS.filter((field) => !found.has(field)).sort()).toEqual(Object.keys(NOT_EXPORTED).sort());
    const unused: string[] = [];
    for (const { table, column, fallback } of await clubColumns(database)) {
      const sql = `SELECT EXISTS (SELECT FROM "${table}" WHERE "${column}" IS DISTINCT FROM ${fallback ?? 'NULL'})`;
      if ((await database.value(sql)) === false) unused.push(`${table}.${column}`);
    }
    expect(unused.sort()).toEqual(COLUMNS_NOT_FROM_A_CATALOGUE);
  });

  it('leaves out erased members, whose row an import would take for a buyer, and loading it leaves them as they are', async () => {
    await database.load(fullCatalogue());
    const email = await database.value(
      'SELECT email FROM customers WHERE email IS NOT NULL ORDER BY id LIMIT 1',
    );
    await database.rows(`
      UPDATE customers SET erased_at = now(), registered = false, auto_renewal_enabled = false, email = NULL, new_email = NULL,
        password_hash = NULL, first_name = NULL, last_name = NULL, birthdate = NULL, username = NULL
      WHERE email = '${String(email)}'`);
    const erased = await database.value('SELECT id FROM customers WHERE erased_at IS NOT NULL');
    const file = await database.exported('engines-key');
    const ids = JSON.stringify(JSON.parse(file)).match(/"customers":\[\{"id":\d+/g);
    expect(ids).not.toContain(`"customers":[{"id":${String(erased)}`);
    await database.load(JSON.parse(file) as Json);
    expect(await database.value('SELECT id FROM customers WHERE erased_at IS NOT NULL')).toBe(erased);
  });

  it('without ids has the same content with new ids', async () => {
    await database.load(fullCatalogue());
    const file = await database.exported('engines-key', { ids: false });
    expect(file).not.toMatch(/"id":/);
    await emptyTables(database.dataSource);
    await database.rows(`SELECT setval(pg_get_serial_sequence('plans', 'id'), 8000)`);
    expect(await database.refusals(JSON.parse(file) as Json)).toEqual([]);
    expect(await database.value('SELECT min(id) FROM plans')).toBe(8001);
    expect(await database.exported('engines-key', { ids: false })).toBe(file);
  });
});
