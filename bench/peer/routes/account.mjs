import { statement } from '../database.mjs';
import { planBrief } from '../plan.mjs';
import { CLUB, customer, HAS_KEY, keyOf, membership, refreshed, SESSION, tokensOf } from '../visitor.mjs';

const STAMP = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

const find = statement(
  'peer.account',
  `SELECT ${SESSION}, f.forum_integration, v.first_name, v.last_name, v.email, v.new_email, v.birthdate, v.age, v.username,
          v.auto_renewal_enabled, v.lists_opt_in, v.invalid_email, locked.renewal_cap <= v.renewals AS at_renewal_cap,
          ARRAY(SELECT a.email FROM email_aliases a WHERE a.fanclub_id = f.id AND a.customer_id = v.id
                AND lower(a.email) IS DISTINCT FROM lower(v.email) ORDER BY a.id) AS former,
          ARRAY(SELECT a.name FROM authentications a
                JOIN login_providers p ON p.fanclub_id = a.fanclub_id AND p.name = a.name AND p.enabled
                WHERE a.fanclub_id = f.id AND a.customer_id = v.id ORDER BY a.id) AS authentications,
          (SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'codes', k.codes) ORDER BY a.id)
           FROM affiliate_codes k JOIN affiliates a ON a.fanclub_id = k.fanclub_id AND a.id = k.affiliate_id
           WHERE k.fanclub_id = f.id AND k.customer_id = v.id AND k.codes <> '{}') AS affiliates,
          m.*
   FROM ${CLUB}
   ${customer(`c.first_name, c.last_name, c.email, c.new_email, c.birthdate::text AS birthdate,
     date_part('year', age((now() AT TIME ZONE f.time_zone)::date, c.birthdate)) AS age, c.username, c.auto_renewal_enabled, c.lists_opt_in,
     c.invalid_email, c.locked_plan_id, c.renewals`)}
   ${membership(`p.id AS plan_id, p.name AS plan_name, p.description, p.online_benefits, p.annotations, p.tags,
     to_char(s.start_date AT TIME ZONE 'UTC', ${STAMP}) AS start_date,
     to_char(s.end_date AT TIME ZONE 'UTC', ${STAMP}) AS end_date, coalesce(s.end_date <= now(), false) AS lapsed,
     s.trial_membership`)}
   LEFT JOIN plans locked ON locked.fanclub_id = f.id AND locked.id = v.locked_plan_id
   WHERE ${HAS_KEY}`,
);

/** GET /account. */
export function account(fastify) {
  fastify.get('/api/v1/account', async (request, reply) => {
    const [row] = await refreshed(await find([keyOf(request), tokensOf(request)]));
    return reply.send(
      JSON.stringify({ status: 'ok', customer: row.customer_id === null ? null : accountShape(row) }),
    );
  });
}

function accountShape(row) {
  return {
    id: row.customer_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    new_email: row.new_email,
    birthdate: row.birthdate,
    age: row.age,
    username: row.forum_integration ? row.username : undefined,
    fanclub_id: row.fanclub_id,
    expired: row.plan_id === null,
    trial_membership: row.trial_membership ?? false,
    at_renewal_cap: row.at_renewal_cap ?? false,
    auto_renewal_enabled: row.auto_renewal_enabled,
    lists_opt_in: row.lists_opt_in,
    email_aliases: [row.email, ...row.former],
    invalid_email_message: row.invalid_email
      ? 'Please update and confirm your email to continue receiving important notifications from us.'
      : null,
    authentications: row.authentications.map((name) => ({ name })),
    subscription: row.plan_id === null ? undefined : subscriptionShape(row),
  };
}

function subscriptionShape(row) {
  return {
    plan: planBrief(
      row.plan_id,
      row.plan_name,
      row.description,
      row.online_benefits,
      row.annotations,
      row.tags,
    ),
    start_date: row.start_date,
    end_date: row.end_date,
    lapsed: row.lapsed,
    trial_membership: row.trial_membership,
    affiliates: row.affiliates ?? [],
  };
}
