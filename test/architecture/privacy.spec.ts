import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EntityMetadata } from 'typeorm';
import { personalColumns, personalDataOf } from '#libs/personal-data';
import { describePrivacy } from '../../src/app/describe-privacy';
import { type OpenDatabase, openDatabase } from '../support/open-database';

/** The tables of persons. */
const PERSONS = ['customers', 'contacts'];

/** Columns that every table may have. */
const COMMON = ['id', 'fanclubId', 'createdAt', 'updatedAt'];

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** The entities of persons, and those whose foreign keys lead to one, also through others. */
function aboutPersons(): EntityMetadata[] {
  const entities = database.dataSource.entityMetadatas;
  const found = new Set(entities.filter(({ tableName }) => PERSONS.includes(tableName)));
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const entity of entities)
      if (entity.foreignKeys.some((key) => found.has(key.referencedEntityMetadata))) found.add(entity);
  }
  return [...found];
}

const namesOf = (entity: EntityMetadata): string[] => {
  const data = personalDataOf(entity.target as object);
  return data ? personalColumns(data).map(({ property }) => property) : [];
};

it('each column of a table that refers to a person declares what it is and what an erasure does with it', () => {
  const silent = aboutPersons().flatMap((entity) => {
    const keys = entity.foreignKeys.flatMap(({ columns }) => columns.map((column) => column.propertyName));
    const declared = namesOf(entity);
    return entity.columns
      .map(({ propertyName }) => propertyName)
      .filter((name) => ![...COMMON, ...keys, ...declared].includes(name))
      .map((name) => `${entity.name}.${name}`);
  });
  expect(silent).toEqual([]);
  expect(aboutPersons().length).toBeGreaterThan(30);
});

it('each table with the id of a person declares whose its rows are, also if it has nothing else', () => {
  const silent = aboutPersons().filter(
    (entity) =>
      personalDataOf(entity.target as object) === null &&
      entity.foreignKeys.some(({ referencedEntityMetadata: to }) => PERSONS.includes(to.tableName)),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it('a declaration names columns of its entity, each once, and deletes either the row or nothing', () => {
  for (const entity of database.dataSource.entityMetadatas) {
    const data = personalDataOf(entity.target as object);
    if (!data) continue;
    const names = namesOf(entity);
    const columns = entity.columns.map(({ propertyName }) => propertyName);
    expect([entity.name, names.filter((name) => !columns.includes(name))]).toEqual([entity.name, []]);
    expect([entity.name, names]).toEqual([entity.name, [...new Set(names)]]);
    const fates = new Set(personalColumns(data).map(({ fate }) => fate));
    expect([entity.name, fates.has('deleted') && fates.size > 1]).toEqual([entity.name, false]);
  }
});

/** The other columns of the unique keys with a column, without the fan club. */
const keysWith = ({ uniques, indices, primaryColumns }: EntityMetadata, owner: string): string[][] =>
  [
    ...uniques.map(({ columns }) => columns),
    ...indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
    primaryColumns,
  ]
    .map((columns) => columns.map(({ propertyName }) => propertyName))
    .filter((names) => names.includes(owner))
    .map((names) => names.filter((name) => name !== owner && name !== 'fanclubId'));

it('each table of persons declares what a merge does with its rows, and moves none onto a row with the same key', () => {
  for (const entity of database.dataSource.entityMetadatas) {
    const data = personalDataOf(entity.target as object);
    if (!data) continue;
    const { of, merged } = data;
    // A row with the id of the person does not follow by itself, and only such a row can be moved.
    const isOfPerson = typeof of === 'string';
    expect([entity.name, merged]).toEqual([
      entity.name,
      isOfPerson ? expect.not.stringMatching(/^follows$/) : expect.stringMatching(/^(follows|kept|erased)$/),
    ]);
    if (merged !== 'moved' && typeof merged === 'string') continue;
    const alike = merged === 'moved' ? null : merged.unlessAlike;
    const keys = keysWith(entity, of as string);
    const isSafe = keys.every((key) => alike?.every((column) => key.includes(column)));
    expect([entity.name, isSafe, alike !== null && keys.length === 0]).toEqual([entity.name, true, false]);
  }
});

it('docs/reference/privacy.md is written from the declarations; npm run generate writes it', () => {
  const page = readFileSync(resolve(__dirname, '../../docs/reference/privacy.md'), 'utf8');
  expect(page).toBe(describePrivacy());
});
