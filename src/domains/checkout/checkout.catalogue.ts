import { fanclubPart } from '#platform/catalogue';
import { statement, types } from '#platform/database';
import { OPEN_SQL } from '#domains/orders';

/** Whether an open order has another currency than the fan club. Always one row. */
export const OPEN_IN_OTHER_CURRENCY = statement('checkout.open_in_other_currency', {
  params: { fanclub: types.bigint, currency: types.text },
  row: { found: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM orders o
      WHERE o.fanclub_id = $fanclub AND ${OPEN_SQL} AND o.currency <> $currency
    ) AS found`,
});

/** Refuses to change the currency of a fan club with open orders. Catalogues contain no open orders themselves. */
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
