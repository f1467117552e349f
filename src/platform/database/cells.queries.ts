import { types } from './sql-types';
import { statement } from './statement';

/** The number of this database. No row: it got none, so it is cell 0. */
export const OWN_CELL = statement('database.own_cell', {
  row: { number: types.integer },
  text: 'SELECT number FROM cells',
});

export const SET_CELL = statement('database.set_cell', {
  params: { number: types.integer },
  text: 'INSERT INTO cells (number) VALUES ($number) ON CONFLICT (own) DO UPDATE SET number = excluded.number',
});

/** The sequences of all ids, except that of TypeORM's own table, whose ids are integers. */
export const ID_SEQUENCES = statement('database.id_sequences', {
  row: {
    /** Quoted, where that is necessary. */
    name: types.text,
    table: types.text,
    column: types.text,
    /** The ids that the sequence may generate. */
    lowest: types.bigint,
    highest: types.bigint,
    /** The last id that it generated, or to which an import moved it; null if there is none. */
    last: types.bigint.orNull,
  },
  text: `
    SELECT s.seqrelid::regclass::text AS name, t.relname::text AS "table", a.attname::text AS "column", s.seqmin AS lowest,
           least(s.seqmax, ${Number.MAX_SAFE_INTEGER}) AS highest, pg_sequence_last_value(s.seqrelid) AS last
    FROM pg_sequence s
    JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.seqrelid AND d.refclassid = 'pg_class'::regclass
      AND d.refobjsubid > 0
    JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = current_schema()::regnamespace
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
    WHERE s.seqtypid = 'bigint'::regtype
    ORDER BY 1`,
});
