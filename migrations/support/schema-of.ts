import type { QueryRunner } from 'typeorm';

/** The schema of the tables, quoted, for functions that name them with it. */
export async function schemaOf(db: QueryRunner): Promise<string> {
  const [{ schema }] = (await db.query('SELECT quote_ident(current_schema()) AS schema')) as [
    { schema: string },
  ];
  return schema;
}
