import { getMetadataArgsStorage } from 'typeorm';
import {
  EMPTIED,
  type PersonalColumn,
  personalColumns,
  type PersonalData,
  personalDataOf,
} from '#libs/personal-data';
// Not under its own name: these statements follow from the entities, so no file can export them.
import { SnakeNaming, statement as statementOf, types } from '#platform/database';

/** The person whose rows are meant. */
const PERSON = {
  fanclub: types.bigint,
  person: types.bigint,
  digests: types.array(types.bytea),
  unconfirmed: types.array(types.bytea),
  now: types.timestamptz,
};

type Declaration = PersonalData<Record<string, unknown>>;

/** A table with data of persons, as its entity declares it. */
export interface PersonTable {
  readonly name: string;
  readonly declaration: Declaration;
  readonly columns: readonly (PersonalColumn & { readonly name: string })[];
  /** Tables that refer to others have a higher one. Conditions of their own read rows that are erased later. */
  readonly depth: number;
}

/** The tables with data of persons, in alphabetical order. They are declared when the domains are imported. */
export function personTables(): readonly PersonTable[] {
  const { tables } = getMetadataArgsStorage();
  const declared = tables.flatMap(({ target, name }) => {
    const declaration = typeof target === 'function' ? personalDataOf(target) : null;
    return declaration ? [{ name: name!, target: target as Entity, declaration }] : [];
  });
  const byName = new Map(declared.map(({ name, declaration }) => [name, declaration]));
  return declared
    .map(({ name, target, declaration }) => ({
      name,
      declaration,
      columns: personalColumns(declaration).map((column) => ({
        ...column,
        name: columnName(target, column.property),
      })),
      depth: depthOf(declaration, byName),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- the class of an entity, as TypeORM names it
type Entity = Function;

const NAMING = new SnakeNaming();

/** The columns of an entity, those of the classes that it extends included. */
function columnsOf(entity: Entity): { property: string; name: string }[] {
  const classes: unknown[] = [];
  for (let one: unknown = entity; typeof one === 'function'; one = Object.getPrototypeOf(one))
    classes.push(one);
  return getMetadataArgsStorage()
    .columns.filter(({ target }) => classes.includes(target))
    .map(({ propertyName, options }) => ({
      property: propertyName,
      name: NAMING.columnName(propertyName, options.name, []),
    }));
}

function columnName(entity: Entity, property: string): string {
  const found = columnsOf(entity).find((column) => column.property === property);
  if (!found) throw new Error(`${entity.name} has no column ${property}`);
  return found.name;
}

function depthOf({ of }: Declaration, byName: ReadonlyMap<string, Declaration>): number {
  if (typeof of === 'string') return of === 'id' ? 0 : 1;
  if ('sql' in of) return 100;
  return 1 + depthOf(parent(of[1], byName), byName);
}

function parent(table: string, byName: ReadonlyMap<string, Declaration>): Declaration {
  const found = byName.get(table);
  if (!found) throw new Error(`the table ${table} declares no personal data`);
  return found;
}

/** Whether the row `t` of a table is about the person. */
function conditionOf({ of }: Declaration, byName: ReadonlyMap<string, Declaration>): string {
  const ofClub = 't.fanclub_id = $fanclub';
  if (typeof of === 'string') return `${ofClub} AND t.${snake(of)} = $person`;
  if ('sql' in of) return `${ofClub} AND (${of.sql})`;
  const [column, table] = of;
  const inner = conditionOf(parent(table, byName), byName);
  return `${ofClub} AND t.${snake(column)} IN (SELECT t.id FROM ${table} t WHERE ${inner})`;
}

const snake = (property: string): string => NAMING.columnName(property, undefined, []);

/** What an erasure sets; null for tables of which it changes nothing. */
function changesOf({ declaration, columns }: PersonTable): string | null {
  const set = columns.flatMap(({ name, fate }) => {
    if (fate === 'nulled') return [`${name} = NULL`];
    if (fate === 'emptied') return [`${name} = CASE WHEN t.${name} IS NOT NULL THEN '${EMPTIED}' END`];
    return fate === 'reset' ? [`${name} = DEFAULT`] : [];
  });
  if (declaration.unlinked) set.push(`${snake(declaration.of as string)} = NULL`);
  return set.length === 0 ? null : set.join(', ');
}

/** The parameters that the text uses. */
const used = (text: string) =>
  Object.fromEntries(Object.entries(PERSON).filter(([name]) => text.includes(`$${name}`))) as typeof PERSON;

/** The statements that erase the rows of a person, in the order in which they must run. */
export function erasingStatements() {
  const tables = personTables();
  const byName = new Map(tables.map(({ name, declaration }) => [name, declaration]));
  return [...tables]
    .filter(({ declaration }) => !declaration.ownErasure)
    .sort((one, other) => other.depth - one.depth)
    .flatMap((table) => {
      const condition = conditionOf(table.declaration, byName);
      const changes = changesOf(table);
      const isDeleted = table.declaration.deleted !== undefined;
      if (!isDeleted && changes === null) return [];
      const text = isDeleted
        ? `DELETE FROM ${table.name} t WHERE ${condition}`
        : `UPDATE ${table.name} t SET ${changes!} WHERE ${condition}`;
      return [statementOf(`person.erase_${table.name}`, { params: used(text), text })];
    });
}

/** The account whose rows a merge moves, and the one that gets them. */
const PAIR = { fanclub: types.bigint, person: types.bigint, into: types.bigint };

/** The statements that move rows to another account of the same person, without the tables whose folders do it themselves. */
export function movingStatements() {
  return personTables().flatMap(({ name, declaration: { of, merged } }) => {
    if (merged !== 'moved' && typeof merged === 'string') return [];
    const owner = snake(of as string);
    const alike = merged === 'moved' ? null : merged.unlessAlike.map(snake);
    const unless =
      alike &&
      ` AND NOT EXISTS (
        SELECT FROM ${name} o WHERE o.fanclub_id = t.fanclub_id AND o.${owner} = $into
          ${alike.map((column) => `AND o.${column} = t.${column}`).join(' ')})`;
    const text = `
      UPDATE ${name} t SET ${owner} = $into
      WHERE t.fanclub_id = $fanclub AND t.${owner} = $person${unless ?? ''}`;
    return [statementOf(`person.move_${name}`, { params: PAIR, text })];
  });
}

/**
 * The statements that list the rows of a person: by their ids; without one, by the other columns of the key. Not those that a merge keeps:
 * nothing happens to them, and some are found by reading all of the fan club's.
 */
export function listingStatements() {
  const tables = personTables();
  const byName = new Map(tables.map(({ name, declaration }) => [name, declaration]));
  const listed = tables.filter(({ declaration }) => declaration.merged !== 'kept');
  return listed.map(({ name, declaration }) => {
    const condition = conditionOf(declaration, byName);
    const text = `SELECT ${keyOf(name, declaration)} AS key FROM ${name} t WHERE ${condition} ORDER BY 1`;
    return {
      table: name,
      statement: statementOf(`person.list_${name}`, { params: used(text), row: { key: types.text }, text }),
    };
  });
}

const entityOf = (table: string): Entity =>
  getMetadataArgsStorage().tables.find(({ name }) => name === table)!.target as Entity;

/** Whether the rows of a table have ids. The keys of other rows are unique for a person only. */
export const hasIds = (table: string): boolean =>
  columnsOf(entityOf(table)).some(({ name }) => name === 'id');

function keyOf(table: string, { of }: Declaration): string {
  if (hasIds(table)) return 't.id::text';
  const storage = getMetadataArgsStorage();
  const entity = entityOf(table);
  const key = storage.columns
    .filter(({ target, options }) => target === entity && options.primary)
    .map(({ propertyName }) => propertyName)
    .filter((property) => property !== 'fanclubId' && property !== of);
  return `concat_ws(' ', ${key.map((property) => `t.${columnName(entity, property)}`).join(', ')})`;
}

/** The statements that read the rows of a person for an export, the newest first, without secrets. */
export function exportingStatements() {
  const tables = personTables();
  const byName = new Map(tables.map(({ name, declaration }) => [name, declaration]));
  const { tables: entities } = getMetadataArgsStorage();
  return tables.map((table) => {
    const entity = entities.find(({ name }) => name === table.name)!.target as Entity;
    const secrets = table.columns.filter(({ kind }) => kind === 'secret').map(({ name }) => name);
    const shown = columnsOf(entity).filter(({ name }) => name !== 'fanclub_id' && !secrets.includes(name));
    const { shownIf = {} } = table.declaration;
    const pairs = shown.map(({ property, name }) => {
      const condition = shownIf[property];
      return `'${name}', ${condition === undefined ? `t.${name}` : `CASE WHEN ${condition} THEN t.${name} END`}`;
    });
    const order = shown.some(({ name }) => name === 'id') ? 't.id DESC' : '1';
    const text = `
      SELECT jsonb_build_object(${pairs.join(', ')}) AS row
      FROM ${table.name} t WHERE ${conditionOf(table.declaration, byName)}
      ORDER BY ${order} LIMIT $limit`;
    const params = { ...used(text), limit: types.bigint };
    const row = { row: types.jsonb<Readonly<Record<string, unknown>>>() };
    return {
      table: table.name,
      statement: statementOf(`person.export_${table.name}`, { params, row, text }),
    };
  });
}
