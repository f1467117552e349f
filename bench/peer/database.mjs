// The pool, and statements that PostgreSQL parses once per connection.
import pg from 'pg';

const { env } = process;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

const pool = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: Number(env.DATABASE_POOL_SIZE),
  types,
  keepAlive: true,
  statement_timeout: 3_000,
});
pool.on('error', () => undefined);

/** A function that runs the statement and resolves with its rows. */
export function statement(name, text) {
  return async (values) => (await pool.query({ name, text, values })).rows;
}
