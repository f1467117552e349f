import { statement } from '../database.mjs';
import { planBrief } from '../plan.mjs';
import { CLUB, customer, HAS_KEY, keyOf, ofCustomer, SESSION, tokensOf } from '../visitor.mjs';

const STAMP = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

const list = statement(
  'peer.subscriptions',
  `SELECT ${SESSION}, s.id, to_char(s.start_date AT TIME ZONE 'UTC', ${STAMP}) AS start_date,
          to_char(s.end_date AT TIME ZONE 'UTC', ${STAMP}) AS end_date, s.trial_membership,
          CASE WHEN s.start_date > now() THEN 'pending'
               WHEN s.cancelled THEN 'expired'
               WHEN s.end_date IS NULL OR s.end_date > now() OR sp.extended_until > now() THEN 'active'
               ELSE 'expired' END AS status,
          s.start_date <= now() AND NOT s.cancelled AND s.end_date <= now() AND sp.extended_until > now() AS lapsed,
          p.id AS plan_id, p.name, p.description, p.online_benefits, p.annotations, p.tags
   FROM ${CLUB} ${customer('NULL')}
   LEFT JOIN subscriptions s ON s.fanclub_id = f.id AND s.customer_id = v.id
   LEFT JOIN plans p ON p.fanclub_id = s.fanclub_id AND p.id = s.plan_id
   LEFT JOIN sales_periods sp ON sp.fanclub_id = s.fanclub_id AND sp.id = s.sales_period_id
   WHERE ${HAS_KEY} ORDER BY s.start_date, s.id`,
);

/** GET /subscriptions. */
export function subscriptions(fastify) {
  fastify.get('/api/v1/subscriptions', async (request, reply) => {
    const rows = await ofCustomer(await list([keyOf(request), tokensOf(request)]));
    return reply.send(
      JSON.stringify({
        status: 'ok',
        subscriptions: rows.filter(({ id }) => id !== null).map(subscriptionShape),
      }),
    );
  });
}

const subscriptionShape = (row) => ({
  id: row.id,
  start_date: row.start_date,
  end_date: row.end_date,
  status: row.status,
  active: row.status === 'active',
  expired: row.status === 'expired',
  trial_membership: row.trial_membership,
  lapsed: row.lapsed ?? false,
  plan: planBrief(row.plan_id, row.name, row.description, row.online_benefits, row.annotations, row.tags),
});
