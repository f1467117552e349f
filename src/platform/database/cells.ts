import type { DataSource, EntityManager } from 'typeorm';
import { ID_SEQUENCES, OWN_CELL, SET_CELL } from './cells.queries';
import { ManagerStatements } from './connection';
import { type IdRange, idRangeOf } from './id-range';
import { MIGRATION_LOCK } from './schema-version';
import type { RowOf } from './statement';
import type { Statements } from './statements';

/** The sequence of a table's ids. */
export type IdSequence = RowOf<typeof ID_SEQUENCES>;

const isIn = ({ lowest, highest }: IdRange, id: number): boolean => id >= lowest && id <= highest;

/** The number of this database; 0 if it got none. */
export const ownCell = async (db: Statements): Promise<number> => (await db.first(OWN_CELL, {}))?.number ?? 0;

/**
 * Gives the database its number, and all sequences of ids the range of this cell. PostgreSQL then generates no other ids. If it has
 * this number already, only sequences without the range are changed.
 *
 * @param db connected as the owner of the schema
 * @param cell 0 to {@link HIGHEST_CELL}
 * @returns the tables that have generated ids of another cell than 0; if there are any, nothing was changed
 */
export function initCell(db: DataSource, cell: number): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const sql = new ManagerStatements(tx);
    const own = await sql.first(OWN_CELL, {});
    if (own?.number !== cell) {
      const moved = (await sql.rows(ID_SEQUENCES, {})).filter(
        ({ last }) => last !== null && !isIn(idRangeOf(0), last),
      );
      if (moved.length > 0) return moved.map(({ table }) => table);
      await sql.run(SET_CELL, { number: cell });
    }
    await keepIdRanges(tx);
    return [];
  });
}

/** Gives sequences that have another range that of the cell, such as those of new tables. Does nothing if the database has no number. */
export async function keepIdRanges(tx: EntityManager): Promise<void> {
  const sql = new ManagerStatements(tx);
  const own = await sql.first(OWN_CELL, {});
  if (!own) return;
  const range = idRangeOf(own.number);
  const others = async () =>
    (await sql.rows(ID_SEQUENCES, {})).filter(
      ({ lowest, highest }) => lowest !== range.lowest || highest !== range.highest,
    );
  // Changes nothing, but locks the sequence, so that no id is generated after the last one is read.
  for (const { name } of await others()) await tx.query(`ALTER SEQUENCE ${name} INCREMENT 1`);
  for (const sequence of await others()) await setRange(tx, sequence, range);
}

/** A sequence that comes from another range begins after the ids that rows have already, from an import. */
async function setRange(tx: EntityManager, { name, table, column, last }: IdSequence, range: IdRange) {
  const { lowest, highest } = range;
  let restart = '';
  if (last === null || !isIn(range, last)) {
    const [{ id }] = await tx.query<[{ id: number | null }]>(
      `SELECT max("${column}") AS id FROM "${table}" WHERE "${column}" BETWEEN $1 AND $2`,
      [lowest, highest],
    );
    restart = `RESTART ${id === null ? lowest : id + 1}`;
  }
  await tx.query(`ALTER SEQUENCE ${name} MINVALUE ${lowest} MAXVALUE ${highest} START ${lowest} ${restart}`);
}
