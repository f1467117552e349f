import type { Statements } from '#platform/database';
import { erasingStatements, exportingStatements } from './person-tables';

/** A person with an account of a fan club. */
export interface PersonOfClub {
  readonly fanclub: number;
  readonly person: number;
  /** The digests by which the outbox finds mails to the person's addresses. */
  readonly digests: Buffer[];
  /** Those of an address that the person has not confirmed. It may be somebody else's, who has mails of their own. */
  readonly unconfirmed: Buffer[];
  readonly now: Date;
}

/** The rows of a table that are about a person, by column. */
export interface ExportedTable {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Whether older rows were left out. */
  readonly isCut: boolean;
}

/** All rows about a person, by table, without tables that have none. At most `most` rows of a table. */
export async function exportPerson(
  tx: Statements,
  person: PersonOfClub,
  most: number,
): Promise<Readonly<Record<string, ExportedTable>>> {
  const exported: Record<string, ExportedTable> = {};
  for (const { table, statement } of exportingStatements()) {
    const rows = (await tx.rows(statement, { ...person, limit: most + 1 })).map(({ row }) => row);
    if (rows.length > 0) exported[table] = { rows: rows.slice(0, most), isCut: rows.length > most };
  }
  return exported;
}

/**
 * Erases what the tables declare of a person. The row of the person stays, and so does what is needed for bookkeeping. The caller holds
 * the lock on the person, and has erased what needs a function of its owner.
 */
export async function erasePersonRows(tx: Statements, person: PersonOfClub): Promise<void> {
  for (const statement of erasingStatements()) await tx.run(statement, person);
}
