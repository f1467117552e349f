import { fanclubPart } from '#platform/catalogue';
import { statement, types } from '#platform/database';

/** Whether an order in another currency than the one that the fan club has now waits for its payment. Always one row. */
export const OPEN_IN_OTHER_CURRENCY = statement('checkout.open_in_other_currency', {
  params: { fanclub: types.bigint, currency: types.text },
  row: { found: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM orders o
      WHERE o.fanclub_id = $fanclub AND o.paid_at IS NULL AND o.closed_at IS NULL AND o.checkout_reference IS NOT NULL
        AND o.currency <> $currency
    ) AS found`,
});

/** Files have no open orders. Yet a file may not change the currency of a fan club while there are any. */
export const openOrdersInCatalogue = fanclubPart({
  fields: {},
  async load({ faults, sql }, { id: fanclub, path, currency }) {
    const { found } = (await sql.first(OPEN_IN_OTHER_CURRENCY, { fanclub, currency }))!;
    if (found)
      faults.add(
        `${path}.currency`,
        'cannot be changed while an order in the former one waits for its payment',
      );
  },
  export: () => Promise.resolve({}),
});
