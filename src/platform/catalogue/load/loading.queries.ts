import { statement, types } from '#platform/database';

export const NEW_IDS = statement('catalogue.new_ids', {
  params: { table: types.text, count: types.integer },
  row: { id: types.bigint },
  text: `SELECT nextval(pg_get_serial_sequence($table, 'id')) AS id FROM generate_series(1, $count)`,
});

export const MOVE_SEQUENCE = statement('catalogue.move_sequence', {
  params: { table: types.text, highest: types.bigint },
  row: { setval: types.bigint },
  text: `
    SELECT setval(s, $highest) FROM (SELECT pg_get_serial_sequence($table, 'id')::regclass AS s) AS sequence
    WHERE coalesce(pg_sequence_last_value(s), 0) < $highest`,
});
