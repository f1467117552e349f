import { format as f, memberPart } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { ItemOption } from './item-option.entity';

const GIVEN = 'json_to_recordset($1::json) AS v(customer bigint, type bigint, option bigint)';

/** The item options that a customer has chosen: one of each item type. Choices of types that the file does not mention stay. */
export const itemSelectionsInCatalogue = memberPart({
  of: Customer,
  fields: { options: f.optional(f.setOf(f.ref('an item option, "item type/option"'))) },
  refersTo: { options: ItemOption },
  async load(loading, { id: fanclubId, targets }, customers) {
    const chosen = customers.flatMap(({ id: customer, path: customerPath, part }) => {
      const types = new Set<number>();
      return (part.options ?? []).flatMap((reference, n) => {
        const path = `${customerPath}.options[${n}]`;
        const option = targets.options.resolve(reference, path);
        const type = targets.options.ownerOf(option);
        if (type === undefined) return [];
        if (types.has(type)) loading.faults.add(path, 'is a second option of the same item type');
        types.add(type);
        return [{ customer, type, option }];
      });
    });
    if (chosen.length === 0 || !loading.writing) return;
    const given = JSON.stringify(chosen);
    const counts = loading.counts('item_selections');
    const updated = await loading.change(
      `UPDATE item_selections t SET item_option_id = v.option, updated_at = $3 FROM ${GIVEN}
       WHERE t.fanclub_id = $2 AND t.customer_id = v.customer AND t.item_type_id = v.type
         AND t.item_option_id <> v.option`,
      [given, fanclubId, loading.now],
    );
    const created = await loading.rows(
      `INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id, created_at, updated_at)
       SELECT $2::bigint, v.customer, v.type, v.option, $3::timestamptz, $3::timestamptz FROM ${GIVEN}
       ON CONFLICT DO NOTHING RETURNING 1`,
      [given, fanclubId, loading.now],
    );
    counts.updated += updated;
    counts.created += created.length;
    counts.unchanged += chosen.length - updated - created.length;
  },
});
