import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../../src/database/sql';

const SOURCES = join(__dirname, '../../src');

/** What ties a row to a fan club: to that of a parameter, or to that of another row. */
const CONDITION =
  /(?:\b\w+\.)?fanclub_id = (?:\$\d+|\w+\.\w+)|\bf\.id = (?:\$\d+|\w+\.fanclub_id)|\w+\.organization_id = \w+\.organization_id/g;

/** What follows a condition that says of two rows that they are of one club: that one is the other's, by a foreign key. */
const BY_KEY = /^\w+\.fanclub_id = \w+\.(?:fanclub_id|id) AND \w+\.(?:id = \w+\.\w+_id|\w+_id = \w+\.id)\b/;

/** Every named statement of the service, as `*.queries.ts` export them. */
export function namedStatements(): Statement[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.queries.ts')).sort();
  // eslint-disable-next-line
  const exported = modules.flatMap((file) => Object.values(require(join(SOURCES, file)) as object));
  const flat = exported.flatMap((value: unknown) =>
    isStatement(value) ? [value] : Object.values(Object(value)),
  );
  return flat.filter(isStatement);
}

function isStatement(value: unknown): value is Statement {
  const { name, text } = Object(value) as Partial<Statement>;
  return typeof name === 'string' && typeof text === 'string';
}

/** A statement one of whose conditions holds for every row. */
export interface Mutant {
  readonly name: string;
  readonly statement: Statement;
}

/** The statement without one of its tenant filters, for each of them. */
export function mutantsOf({ name, text }: Statement): Mutant[] {
  return [...text.matchAll(CONDITION)].flatMap(({ 0: condition, index }, number) => {
    const rest = text.slice(index);
    if (BY_KEY.test(rest)) return [];
    const other = `${text.slice(0, index)}(${condition} OR true)${rest.slice(condition.length)}`;
    return [
      {
        name: `${name} ${number + 1}: ${rest.slice(0, 70).replace(/\s+/g, ' ')}`,
        statement: { name, text: other },
      },
    ];
  });
}
