// The pool, and statements that PostgreSQL parses and plans once per connection. Without the setting, PostgreSQL would plan statements
// with many joins at each execution, which takes longer than running them.
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

/** Returns a function that runs the statement and resolves with its rows. */
export function statement(name, text) {
  return async (values) => (await pool.query({ name, text, values })).rows;
}
