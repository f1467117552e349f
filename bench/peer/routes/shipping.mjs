import { statement } from '../database.mjs';
import { CLUB, customer, HAS_KEY, keyOf, membership, refreshed, SESSION, tokensOf } from '../visitor.mjs';

const find = statement(
  'peer.shipping',
  `SELECT ${SESSION}, a.customer_id IS NOT NULL AS has_address, a.first_name, a.last_name, a.address, a.address_2, a.city,
          a.state, a.postal_code, a.country,
          (SELECT json_agg(json_build_object('id', t.id, 'label', t.name, 'options', coalesce((
             SELECT json_agg(json_build_object('id', o.id, 'name', o.name,
               'selected', EXISTS (SELECT FROM item_selections x WHERE x.fanclub_id = f.id AND x.customer_id = v.id
                                                                   AND x.item_option_id = o.id AND x.item_type_id = t.id))
               ORDER BY o.position, o.id)
             FROM item_options o WHERE o.fanclub_id = f.id AND o.item_type_id = t.id), '[]')) ORDER BY i.place, i.position, i.id)
           FROM (SELECT DISTINCT ON (i.item_type_id) i.item_type_id, w.place, i.position, i.id
                 FROM (SELECT m.plan_id, 0::bigint AS place
                       UNION ALL
                       SELECT o.plan_id, min(o.id)
                       FROM orders o JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
                       WHERE o.fanclub_id = f.id AND o.customer_id = v.id
                         AND (o.paid_at IS NOT NULL
                              OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))
                         AND EXISTS (SELECT FROM shipments h
                                     WHERE h.fanclub_id = o.fanclub_id AND h.order_id = o.id AND h.ship_date IS NULL)
                       GROUP BY o.plan_id) w
                 JOIN packages k ON k.fanclub_id = f.id AND k.plan_id = w.plan_id
                 JOIN package_items i ON i.fanclub_id = k.fanclub_id AND i.package_id = k.id
                 WHERE i.item_type_id IS NOT NULL
                 ORDER BY i.item_type_id, w.place, i.position, i.id) i
           JOIN item_types t ON t.fanclub_id = f.id AND t.id = i.item_type_id) AS items
   FROM ${CLUB} ${customer('NULL')} ${membership('s.plan_id')}
   LEFT JOIN shipping_addresses a ON a.fanclub_id = f.id AND a.customer_id = v.id
   WHERE ${HAS_KEY}`,
);

/** GET /account/shipping. */
export function shipping(fastify) {
  fastify.get('/api/v1/account/shipping', async (request, reply) => {
    const [row] = await refreshed(await find([keyOf(request), tokensOf(request)]));
    return reply.send(JSON.stringify({ status: 'ok', ...shippingShape(row) }));
  });
}

function shippingShape(row) {
  if (!row.has_address) return { address: null, items: {} };
  const items = (row.items ?? []).map(({ id, ...item }) => [`item_type_${id}`, item]);
  return {
    address: {
      first_name: row.first_name,
      last_name: row.last_name,
      address: row.address,
      address_2: row.address_2,
      city: row.city,
      state: row.state,
      postal_code: row.postal_code,
      country: row.country,
    },
    items: Object.fromEntries(items),
  };
}
