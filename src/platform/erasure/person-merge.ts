import type { Statements } from '#platform/database';
import { listingStatements, movingStatements } from './person-tables';
import type { PersonOfClub } from './person-rows';

/** The keys of the rows about a person, by table, without tables that have none or that a merge keeps. */
export type PersonKeys = ReadonlyMap<string, readonly string[]>;

/** Lists the rows about a person. */
export async function keysOfPerson(tx: Statements, person: PersonOfClub): Promise<PersonKeys> {
  const keys = new Map<string, readonly string[]>();
  for (const { table, statement } of listingStatements()) {
    const rows = await tx.rows(statement, person);
    if (rows.length > 0)
      keys.set(
        table,
        rows.map(({ key }) => key),
      );
  }
  return keys;
}

/**
 * Moves rows of an account to another one of the same person, as the tables declare. The caller holds the locks on both, and moves what
 * needs a function of its owner.
 */
export async function movePersonRows(
  tx: Statements,
  pair: { readonly fanclub: number; readonly person: number; readonly into: number },
): Promise<void> {
  for (const statement of movingStatements()) await tx.run(statement, pair);
}
