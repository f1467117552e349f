import { statement } from '../database.mjs';
import { planColumns, planShape, STANDING_OF_CUSTOMER, STANDING_OF_NOBODY } from '../plan.mjs';
import { CLUB, customer, HAS_KEY, keyOf, membership, refreshed, SESSION, tokensOf } from '../visitor.mjs';

const PLANS = `
  LEFT JOIN plans p ON p.fanclub_id = f.id AND NOT p.deleted
  LEFT JOIN sales_periods sp ON sp.fanclub_id = p.fanclub_id AND sp.id = p.sales_period_id`;

const listForAnybody = statement(
  'peer.plans',
  `SELECT f.id AS fanclub_id, true AS sees_plans, ${planColumns(STANDING_OF_NOBODY)}
   FROM ${CLUB} ${PLANS} WHERE ${HAS_KEY} ORDER BY p.price DESC, p.id`,
);

const listForCustomer = statement(
  'peer.plans_of_customer',
  `SELECT ${SESSION}, v.id IS NULL OR m.plan_id IS NOT NULL OR f.list_plans_without_subscription AS sees_plans,
          ${planColumns(STANDING_OF_CUSTOMER)}
   FROM ${CLUB} ${customer(STANDING_OF_CUSTOMER.customer)} ${membership(STANDING_OF_CUSTOMER.membership)}
   ${PLANS} ${STANDING_OF_CUSTOMER.joins}
   WHERE ${HAS_KEY} ORDER BY p.price DESC, p.id`,
);

/** GET /plans. */
export function plans(fastify, { publicUrl }) {
  fastify.get('/api/v1/plans', async (request, reply) => {
    const key = keyOf(request);
    const tokens = tokensOf(request);
    const rows = await refreshed(
      await (tokens.length === 0 ? listForAnybody([key]) : listForCustomer([key, tokens])),
    );
    const seen = rows.filter((row) => row.sees_plans && row.id !== null);
    return reply.send(
      JSON.stringify({ status: 'ok', plans: seen.map((row) => planShape(row, publicUrl, 'list')) }),
    );
  });
}
