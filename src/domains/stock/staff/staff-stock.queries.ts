import { statement, types } from '#platform/database';

/** The stock of the plans with a capacity. */
export const LIST_STOCK = statement('staff_stock.list', {
  params: { fanclub: types.bigint },
  row: {
    plan_id: types.bigint,
    capacity: types.integer,
    held: types.integer,
    sold: types.integer,
    waiting: types.integer,
  },
  text: `
    SELECT plan_id, capacity, held, sold, waiting FROM plan_stock WHERE fanclub_id = $fanclub ORDER BY plan_id`,
});
