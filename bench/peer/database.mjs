// The pool, and statements that PostgreSQL parses and plans once per connection. It is told to: for statements of so many joins it
// would, by its own estimates, rather plan anew each time, which takes longer than to run them.
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
  options: '-c plan_cache_mode=force_generic_plan',
});
pool.on('error', () => undefined);

/** A function that runs the statement and resolves with its rows. */
export function statement(name, text) {
  return async (values) => (await pool.query({ name, text, values })).rows;
}
