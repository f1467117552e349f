import { type CatalogueDatabase } from './catalogue-database';
import { NOT_FROM_A_CATALOGUE } from './catalogues';

/** A column of a table of fan clubs. */
export interface ClubColumn {
  readonly table: string;
  readonly column: string;
  /** Its default, as an expression of SQL; null for none. */
  readonly fallback: string | null;
}

/** All columns, except generated ids, of the tables that a catalogue fills with rows of a fan club. */
export async function clubColumns(database: CatalogueDatabase): Promise<ClubColumn[]> {
  const all = (await database.rows(
    `SELECT table_name AS table, column_name AS column, column_default AS fallback
     FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'NO'
       AND (table_name = 'fanclubs' OR table_name IN (
         SELECT table_name FROM information_schema.columns WHERE column_name = 'fanclub_id'))
     ORDER BY 1, 2`,
  )) as ClubColumn[];
  return all.filter(({ table }) => table !== 'security_events' && !NOT_FROM_A_CATALOGUE.includes(table));
}
