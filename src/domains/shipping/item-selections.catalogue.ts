import { format as f, memberPart } from '#platform/catalogue';
import { statement, types } from '#platform/database';
import { Customer } from '#domains/accounts/customer.entity';
import { ItemOption, ItemSelection } from './shipping.entity';

const params = { chosen: types.jsonText, fanclub: types.bigint, now: types.timestamptz };
const CHOSEN = 'jsonb_to_recordset($chosen::jsonb) AS v(customer bigint, type bigint, option bigint)';

export const UPDATE_SELECTIONS = statement('shipping.update_selections', {
  params,
  text: `
    UPDATE item_selections t SET item_option_id = v.option, updated_at = $now FROM ${CHOSEN}
    WHERE t.fanclub_id = $fanclub AND t.customer_id = v.customer AND t.item_type_id = v.type
      AND t.item_option_id <> v.option`,
});

export const ADD_SELECTIONS = statement('shipping.add_selections', {
  params,
  text: `
    INSERT INTO item_selections (fanclub_id, customer_id, item_type_id, item_option_id, created_at, updated_at)
    SELECT $fanclub::bigint, v.customer, v.type, v.option, $now::timestamptz, $now::timestamptz FROM ${CHOSEN}
    ON CONFLICT DO NOTHING`,
});

/** The chosen options of a customer, one per item type. Choices of other item types stay. */
export const itemSelectionsInCatalogue = memberPart({
  of: Customer,
  fields: { options: f.optional(f.setOf(f.ref('an item option, "item type/option"'))) },
  refersTo: { options: ItemOption },
  async load(context, { id: fanclubId, targets }, customers) {
    const chosen = customers.flatMap(({ id: customer, path: customerPath, part }) => {
      const types = new Set<number>();
      return (part.options ?? []).flatMap((reference, n) => {
        const path = `${customerPath}.options[${n}]`;
        const option = targets.options.resolve(reference, path);
        const type = targets.options.ownerOf(option);
        if (type === undefined) return [];
        if (types.has(type)) context.faults.add(path, 'is a second option of the same item type');
        types.add(type);
        return [{ customer, type, option }];
      });
    });
    if (chosen.length === 0 || !context.writing) return;
    const values = { chosen: JSON.stringify(chosen), fanclub: fanclubId, now: context.now };
    const counts = context.counts('item_selections');
    const updated = await context.sql.run(UPDATE_SELECTIONS, values);
    const created = await context.sql.run(ADD_SELECTIONS, values);
    counts.updated += updated;
    counts.created += created;
    counts.unchanged += chosen.length - updated - created;
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(ItemSelection, club, 'customerId', customers, { itemTypeId: 'ASC' });
    const { options } = club.targets;
    return (id) => ({ options: rowsOf(id).map(({ itemOptionId }) => options.refer(itemOptionId)) });
  },
});
