import type { ItemColumn, ItemCsv } from '#platform/staff';
import { PLANS } from './plan-items';

const own = (field: string, type: ItemColumn['type']): ItemColumn => ({
  heading: field,
  path: [field],
  type,
});

/** Plans without their packages, upgrades and benefits, which an import leaves as they are. */
export const PLAN_CSV: ItemCsv = {
  kind: PLANS,
  columns: [
    own('name', 'textOrNone'),
    own('price', 'textOrNone'),
    own('duration', 'number'),
    own('sales_period', 'ref'),
    own('on_sale', 'flag'),
    own('deleted', 'flag'),
    own('trial', 'flag'),
    own('exclusive_access', 'flag'),
    own('renewal_cap', 'number'),
    own('renews_into', 'ref'),
    own('converts_into', 'ref'),
    own('checkout', 'textOrNone'),
    own('tags', 'texts'),
    own('description', 'textOrNone'),
    own('online_benefits', 'textOrNone'),
    own('annotations', 'textOrNone'),
  ],
  key: ['name'],
};
