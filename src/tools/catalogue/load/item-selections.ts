import type { SavedCustomer } from './customers';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';

const GIVEN = 'json_to_recordset($1::json) AS v(customer bigint, type bigint, option bigint)';

/** Loads which options customers have chosen: one for each item type; choices for types not mentioned stay. */
export async function saveSelections(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const chosen = customers.flatMap(({ id, path, part }) => {
    const types = new Set<number>();
    return (part.options ?? []).flatMap((reference, n) => {
      const at = `${path}.options[${n}]`;
      const option = parts.itemOptions.resolve(reference, at, loading.faults);
      const type = parts.typeOfOption.get(option);
      if (type === undefined) return [];
      if (types.has(type)) loading.faults.add(at, 'is a second option of the same item type');
      types.add(type);
      return [{ customer: id, type, option }];
    });
  });
  if (chosen.length === 0 || !loading.writing) return;
  const given = JSON.stringify(chosen);
  const counts = loading.counts('item_selections');
  const updated = await loading.change(
    `UPDATE item_selections t SET item_option_id = v.option, updated_at = $3 FROM ${GIVEN}
     WHERE t.fanclub_id = $2 AND t.customer_id = v.customer AND t.item_type_id = v.type
       AND t.item_option_id <> v.option`,
    [given, parts.id, loading.now],
  );
  const created = await loading.rows(
    `INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id, created_at, updated_at)
     SELECT $2::bigint, v.customer, v.type, v.option, $3::timestamptz, $3::timestamptz FROM ${GIVEN}
     ON CONFLICT DO NOTHING RETURNING 1`,
    [given, parts.id, loading.now],
  );
  counts.updated += updated;
  counts.created += created.length;
  counts.unchanged += chosen.length - updated - created.length;
}
