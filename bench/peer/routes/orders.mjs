import { statement } from '../database.mjs';
import { decimal } from '../format.mjs';
import { planColumns, planShape, STANDING_OF_CUSTOMER } from '../plan.mjs';
import { CLUB, customer, HAS_KEY, keyOf, membership, ofCustomer, SESSION, tokensOf } from '../visitor.mjs';

const DAY = `'FMMonth FMDD, YYYY'`;
const day = (instant) => `to_char((${instant}) AT TIME ZONE f.time_zone, ${DAY})`;

const list = statement(
  'peer.orders',
  `SELECT ${SESSION}, o.id AS order_id, o.shipping, o.discount, o.subtotal, o.total, ${day('o.created_at')} AS created_at,
          ${day('coalesce(o.paid_at, o.created_at)')} AS paid_at, ${day('o.refunded_at')} AS refunded_at,
          (SELECT json_agg(json_build_array(to_char(h.ship_date, ${DAY}), h.ship_date, h.tracking_url,
                    (SELECT count(*) FROM shipment_items i WHERE i.fanclub_id = f.id AND i.shipment_id = h.id),
                    h.shipping_address IS NOT NULL) ORDER BY h.position, h.id)
           FROM shipments h WHERE h.fanclub_id = f.id AND h.order_id = o.id) AS shipments,
          EXISTS (SELECT FROM shipping_addresses a WHERE a.fanclub_id = f.id AND a.customer_id = v.id) AS has_address,
          EXISTS (SELECT FROM packages g JOIN package_items i ON i.fanclub_id = g.fanclub_id AND i.package_id = g.id
                  WHERE g.fanclub_id = f.id AND g.plan_id = o.plan_id AND i.required AND i.item_type_id IS NOT NULL
                    AND NOT EXISTS (SELECT FROM item_selections x
                                    WHERE x.fanclub_id = f.id AND x.customer_id = v.id AND x.item_type_id = i.item_type_id))
            AS lacks_option,
          ${planColumns(STANDING_OF_CUSTOMER)}
   FROM ${CLUB} ${customer(STANDING_OF_CUSTOMER.customer)} ${membership(STANDING_OF_CUSTOMER.membership)}
   LEFT JOIN LATERAL (
     SELECT o.* FROM orders o
     JOIN plans q ON q.fanclub_id = o.fanclub_id AND q.id = o.plan_id
     WHERE o.fanclub_id = f.id AND o.customer_id = v.id
       AND (o.paid_at IS NOT NULL OR (o.checkout_reference IS NULL AND q.price = 0 AND coalesce(o.total, 0) = 0))
   ) o ON true
   LEFT JOIN plans p ON p.fanclub_id = f.id AND p.id = o.plan_id
   LEFT JOIN sales_periods sp ON sp.fanclub_id = p.fanclub_id AND sp.id = p.sales_period_id
   ${STANDING_OF_CUSTOMER.joins}
   WHERE ${HAS_KEY} ORDER BY o.id`,
);

/** GET /orders. */
export function orders(fastify, { publicUrl }) {
  fastify.get('/api/v1/orders', async (request, reply) => {
    const rows = await ofCustomer(await list([keyOf(request), tokensOf(request)]));
    return reply.send(
      JSON.stringify({
        status: 'ok',
        orders: rows.filter((row) => row.order_id !== null).map((row) => orderShape(row, publicUrl)),
      }),
    );
  });
}

function orderShape(row, publicUrl) {
  return {
    id: row.order_id,
    customer_id: row.customer_id,
    plan: planShape(row, publicUrl, 'order'),
    totals: totals(row),
    created_at: row.created_at,
    paid_at: row.paid_at,
    refunded_at: row.refunded_at,
    shipments:
      row.package === null
        ? undefined
        : (row.shipments ?? []).map((shipment) => shipmentShape(shipment, row)),
  };
}

function totals({ price, shipping, discount, subtotal, total }) {
  if (total === null || (Number(price) === 0 && Number(total) === 0)) return null;
  return {
    shipping: decimal(shipping),
    discount: decimal(discount),
    subtotal: decimal(subtotal),
    total: decimal(total),
  };
}

function shipmentShape([shippedOn, shipDate, trackingUrl, items, hasOwnAddress], row) {
  if (shipDate !== null)
    return { status: `Shipped on ${shippedOn}`, ship_date: shipDate, tracking_url: trackingUrl, items };
  const issues = [];
  if (!hasOwnAddress && !row.has_address) issues.push('missing_shipment_address');
  if (row.lacks_option) issues.push('missing_required_option');
  return { status: 'Backordered', items, issues };
}
