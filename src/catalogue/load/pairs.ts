import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Loading } from './loading';

/** A table that only says that two things belong together. */
export interface PairRules<E> {
  readonly entity: EntityTarget<E>;
  /** Whose list it is. */
  readonly owner: keyof E & string;
  /** What is in the list. */
  readonly member: keyof E & string;
}

/** The whole list of one owner. */
export interface PairList {
  readonly owner: number;
  readonly members: readonly number[];
}

/** Makes the lists of these owners exactly what the file says; pairs that are there already are not touched. */
export async function savePairs<E extends ObjectLiteral>(
  loading: Loading,
  { entity, owner, member }: PairRules<E>,
  fanclubId: number,
  lists: readonly PairList[],
): Promise<void> {
  if (lists.length === 0 || !loading.writing) return;
  const metadata = loading.tools.dataSource.getMetadata(entity);
  const [table, own, other] = [metadata.tableName, ...[owner, member].map((property) => column(property))];
  const pairs = lists.flatMap((list) => list.members.map((id) => ({ owner: list.owner, member: id })));
  const given = 'json_to_recordset($1::json) AS v(owner bigint, member bigint)';
  const counts = loading.counts(table);
  counts.removed += await loading.change(
    `DELETE FROM "${table}" t WHERE t.fanclub_id = $2 AND t.${own} = ANY ($3::bigint[])
       AND NOT EXISTS (SELECT FROM ${given} WHERE v.owner = t.${own} AND v.member = t.${other})`,
    [JSON.stringify(pairs), fanclubId, lists.map((list) => list.owner)],
  );
  const created = await loading.rows(
    `INSERT INTO "${table}" (fanclub_id, ${own}, ${other}) SELECT $2::bigint, v.owner, v.member FROM ${given}
     ON CONFLICT DO NOTHING RETURNING 1`,
    [JSON.stringify(pairs), fanclubId],
  );
  counts.created += created.length;
  counts.unchanged += pairs.length - created.length;

  function column(property: string): string {
    return `"${metadata.findColumnWithPropertyName(property)?.databaseName ?? property}"`;
  }
}
