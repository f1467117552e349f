import type { Client, Connection, Submittable } from 'pg';

/** A column of a statement's rows, as PostgreSQL describes it. */
interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  /** Whether it is a nullable column of a table, unchanged; false for every expression. */
  readonly isNullable: boolean;
}

/** PostgreSQL's description of a statement before it runs. */
export interface DescribedStatement {
  /** The types of `$1`, `$2`, … */
  readonly params: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

/** Makes PostgreSQL parse and describe a statement without running it. @throws DatabaseError */
export async function describeStatement(client: Client, text: string): Promise<DescribedStatement> {
  const { params, fields } = await ask(client, text);
  const { rows } = await client.query<{ params: string[]; columns: DescribedColumn[] }>(
    `SELECT ARRAY(SELECT format_type(oid, NULL) FROM unnest($1::oid[]) WITH ORDINALITY p(oid, n) ORDER BY n) AS params,
            coalesce((
              SELECT json_agg(json_build_object('name', f.name, 'type', format_type(f.type, NULL),
                                                'isNullable', coalesce(NOT a.attnotnull, false)) ORDER BY f.n)
              FROM unnest($2::text[], $3::oid[], $4::oid[], $5::int2[]) WITH ORDINALITY f(name, type, "table", number, n)
              LEFT JOIN pg_attribute a ON a.attrelid = f."table" AND a.attnum = f.number), '[]') AS columns`,
    [
      params,
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  return rows[0];
}

/** As the protocol describes it: OIDs, and 0 for the table and column of an expression. */
interface Answer {
  params: number[];
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

function ask(client: Client, text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { params: [], fields: [] };
    let failure: Error | null = null;
    const onParams = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => void (answer.params = dataTypeIDs);
    const query = {
      submit(connection: Connection) {
        connection.once('parameterDescription', onParams);
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: Pick<Answer, 'fields'>) {
        answer.fields = fields;
      },
      handleError(error: Error, connection: Connection) {
        connection.removeListener('parameterDescription', onParams);
        failure = error;
      },
      handleReadyForQuery() {
        if (failure) reject(failure);
        else resolve(answer);
      },
    };
    client.query(query as Submittable);
  });
}
