import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { memberPath } from '../format/objects';
import type { LoadContext } from './load-context';

/** A table that only connects two entities. */
export interface PairRules<E> {
  readonly entity: EntityTarget<E>;
  /** The column of the list's owner. */
  readonly owner: keyof E & string;
  /** The column of the list's members. */
  readonly member: keyof E & string;
  /** The owner's field of the list. */
  readonly field: string;
}

/** An owner of such pairs. */
export interface PairOwner {
  readonly id: number;
  /** Its path in the file. */
  readonly path: string;
  /** Its whole list; undefined if the file does not give it, so that it stays unchanged. */
  readonly members: readonly number[] | undefined;
}

/** Makes the lists of these owners equal to the file. Reports removals; existing pairs are not touched. */
export async function savePairs<E extends ObjectLiteral>(
  context: LoadContext,
  { entity, owner, member, field }: PairRules<E>,
  fanclubId: number,
  owners: readonly PairOwner[],
): Promise<void> {
  const lists = owners.flatMap(({ id, path, members }) => (members ? [{ owner: id, path, members }] : []));
  if (lists.length === 0 || context.faults.any) return;
  const metadata = context.tools.dataSource.getMetadata(entity);
  const [table, own, other] = [metadata.tableName, ...[owner, member].map((property) => column(property))];
  const pairs = lists.flatMap((list) => list.members.map((id) => ({ owner: list.owner, member: id })));
  const given = 'json_to_recordset($1::json) AS v(owner bigint, member bigint)';
  const lost = await context.rows<{ owner: number; member: number }>(
    `SELECT t.${own} AS owner, t.${other} AS member
     FROM "${table}" t WHERE t.fanclub_id = $2 AND t.${own} = ANY ($3::bigint[])
       AND NOT EXISTS (SELECT FROM ${given} WHERE v.owner = t.${own} AND v.member = t.${other})
     ORDER BY 1, 2`,
    [JSON.stringify(pairs), fanclubId, lists.map((list) => list.owner)],
  );
  for (const list of lists) {
    const gone = lost.filter((pair) => pair.owner === list.owner).map((pair) => pair.member);
    if (gone.length === 0) continue;
    context.changes.add('removal', memberPath(list.path, field), `loses id ${gone.join(', ')}`);
  }
  if (!context.writing) return;
  const counts = context.counts(table);
  if (lost.length > 0) {
    counts.removed += await context.change(
      `DELETE FROM "${table}" t USING ${given}
       WHERE t.fanclub_id = $2 AND t.${own} = v.owner AND t.${other} = v.member`,
      [JSON.stringify(lost), fanclubId],
    );
  }
  const created = await context.rows(
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
