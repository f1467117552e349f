// A plan with its flags for the viewer, for GET /plans and GET /orders.
import { classOf, decimal, displayPrice } from './format.mjs';

const IS_OPEN = 'sp.starts_at <= now() AND sp.ends_at >= now()';
const IS_SOLD = `p.on_sale AND NOT p.deleted AND (p.sales_period_id IS NULL OR (${IS_OPEN}))`;

/** The flags of a plan for a visitor who is not logged in. */
export const STANDING_OF_NOBODY = {
  columns: `false AS current, false AS upgrade, NULL AS upgrade_price, false AS renewal, ${IS_SOLD} AS available`,
};

/** The flags for customer `v` with membership `m`, with the columns that they need. */
export const STANDING_OF_CUSTOMER = {
  customer: `c.locked_plan_id, c.renewals`,
  membership: `p.id AS plan_id, p.price AS plan_price, sp.starts_at AS former_starts_at, sp.ends_at AS former_ends_at`,
  joins: `
    LEFT JOIN plans locked ON locked.fanclub_id = f.id AND locked.id = v.locked_plan_id
    LEFT JOIN LATERAL (
      SELECT coalesce(m.former_ends_at < now() AND sp.starts_at > m.former_starts_at AND ${IS_OPEN}, false) AS renewal
    ) r ON true
    LEFT JOIN plan_upgrades up ON up.fanclub_id = f.id AND up.from_plan_id = m.plan_id AND up.to_plan_id = p.id AND NOT r.renewal`,
  columns: `
    p.id IS NOT DISTINCT FROM m.plan_id AS current, up.id IS NOT NULL AS upgrade,
    CASE WHEN up.id IS NOT NULL THEN coalesce(up.price, greatest(p.price - m.plan_price, 0.00)) END AS upgrade_price,
    r.renewal,
    ${IS_SOLD} AND (m.plan_id IS NULL OR r.renewal OR up.id IS NOT NULL)
      AND (locked.renewal_cap IS NULL OR v.renewals < locked.renewal_cap OR p.id = locked.id) AS available`,
};

/** The columns of a plan `p` with sales period `sp` in fan club `f`. */
export const planColumns = ({ columns }) => `
  p.id, p.name, p.description, p.online_benefits, p.annotations, p.tags, p.duration, p.price, p.checkout_url, f.currency,
  ${columns},
  (SELECT json_build_object(
     'name', k.name, 'description', k.description,
     'shipping_and_handling', json_build_object('domestic', k.domestic::text, 'international', k.international::text),
     'items', coalesce((
       SELECT json_agg(json_build_object('name', i.name, 'thumbnail', i.thumbnail, 'item_type', 'item_type_' || i.item_type_id)
                       ORDER BY i.position, i.id)
       FROM package_items i WHERE i.fanclub_id = k.fanclub_id AND i.package_id = k.id), '[]'))
   FROM packages k WHERE k.fanclub_id = p.fanclub_id AND k.plan_id = p.id) AS package`;

/** A plan's summary; `row` has its columns under these names. */
export const planBrief = (id, name, description, onlineBenefits, annotations, tags) => ({
  id,
  name,
  class: classOf(name),
  description,
  online_benefits: onlineBenefits,
  annotations,
  tags,
});

/** A plan from a row with {@link planColumns}, as GET /plans shows it if `where` is `list`, else as an order shows it. */
export function planShape(row, publicUrl, where) {
  const { package: goods } = row;
  if (goods !== null) {
    const { shipping_and_handling: costs } = goods;
    costs.domestic = decimal(costs.domestic);
    costs.international = decimal(costs.international);
  }
  const isListed = where === 'list';
  return {
    ...planBrief(row.id, row.name, row.description, row.online_benefits, row.annotations, row.tags),
    duration: row.duration,
    display_price: displayPrice(row.price, row.currency),
    upgrade_price: row.upgrade_price && decimal(row.upgrade_price),
    price: isListed ? decimal(row.price) : Number(row.price),
    checkout: row.checkout_url ?? `${publicUrl}/fanclubs/${row.fanclub_id}/plans/${row.id}/checkout`,
    current: row.current,
    upgrade: row.upgrade,
    renewal: isListed ? row.renewal : undefined,
    available_to_customer: row.available,
    package: goods ?? {},
  };
}
