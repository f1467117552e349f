import type { QueryResult, QueryResultRow } from 'pg';
import type { Replicas } from './replicas';
import type { Statement } from './statement';
import { Statements } from './statements';

/** Runs statements where `Sql` would, on the primary. */
type OnPrimary = <R extends QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<QueryResult<R>>;

/** Reads on a replica where one is good enough, else on the primary; there also what fails on a replica, for whatever reason. */
export class ReplicaReads extends Statements {
  constructor(
    private readonly replicas: Replicas,
    private readonly onPrimary: OnPrimary,
  ) {
    super();
  }

  protected async execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>> {
    const replica = this.replicas.next();
    if (!replica) return this.onPrimary<R>(statement, values);
    try {
      return await replica.execute<R>(statement, values);
    } catch {
      return this.onPrimary<R>(statement, values);
    }
  }
}
