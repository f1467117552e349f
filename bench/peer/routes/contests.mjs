import { statement } from '../database.mjs';
import { longZoneName } from '../format.mjs';
import {
  CLUB,
  customer,
  HAS_KEY,
  keyOf,
  membership,
  ofCustomer,
  refreshed,
  Refusal,
  SESSION,
  tokensOf,
} from '../visitor.mjs';

const STAMP = `'YYYY-MM-DD HH24:MI:SS "UTC"'`;

const COLUMNS = `
  c.id, c.name, c.minimum_age, to_char(c.starts_at AT TIME ZONE 'UTC', ${STAMP}) AS starts_at,
  to_char(c.ends_at AT TIME ZONE 'UTC', ${STAMP}) AS ends_at, c.time_zone, c.starts_at <= now() AS started,
  c.ends_at < now() AS ended, c.details, c.rules`;
const CONTESTS = 'LEFT JOIN contests c ON c.fanclub_id = f.id AND c.published';
const ORDER = 'ORDER BY c.starts_at, c.id LIMIT 500';

const listForAnybody = statement(
  'peer.contests',
  `SELECT f.id AS fanclub_id, ${COLUMNS}, NULL AS entry_id FROM ${CLUB} ${CONTESTS} WHERE ${HAS_KEY} ${ORDER}`,
);

const listForCustomer = statement(
  'peer.contests_of_customer',
  `SELECT ${SESSION}, ${COLUMNS}, n.id AS entry_id, n.selected, n.confirmed, n.forfeited
   FROM ${CLUB} ${customer('NULL')} ${CONTESTS}
   LEFT JOIN contest_entries n ON n.fanclub_id = f.id AND n.customer_id = v.id AND n.contest_id = c.id
   WHERE ${HAS_KEY} ${ORDER}`,
);

/** The service's rules, in one statement with the viewer. $3 is the contest. */
const enter = statement(
  'peer.enter',
  `WITH asked AS (
     SELECT ${SESSION}, c.id AS contest_id, c.name, c.minimum_age, v.first_name, v.last_name, v.birthdate,
            CASE
              WHEN EXISTS (SELECT FROM contest_entries n WHERE n.fanclub_id = f.id AND n.contest_id = c.id AND n.customer_id = v.id)
                THEN 'You have already entered this contest'
              WHEN c.starts_at > now() THEN 'Contest hasn''t started yet'
              WHEN c.ends_at < now() THEN 'Contest has ended'
              WHEN coalesce(v.birthdate, today) > today - make_interval(years => c.minimum_age)
                THEN 'You must be ' || c.minimum_age || ' or older to enter this contest'
              WHEN EXISTS (SELECT FROM contest_plans w WHERE w.fanclub_id = f.id AND w.contest_id = c.id)
                   AND NOT EXISTS (SELECT FROM contest_plans w WHERE w.fanclub_id = f.id AND w.contest_id = c.id AND w.plan_id = m.plan_id)
                THEN 'You are not eligible to enter this contest'
            END AS refusal
     FROM ${CLUB} ${customer('c.first_name, c.last_name, c.birthdate')} ${membership('s.plan_id')}
     LEFT JOIN contests c ON c.fanclub_id = f.id AND c.id = $3 AND c.published
     CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE f.time_zone)::date AS today) d
     WHERE ${HAS_KEY}
   ), entered AS (
     INSERT INTO contest_entries (fanclub_id, contest_id, customer_id, entered_at, first_name, last_name, birthdate)
     SELECT fanclub_id, contest_id, customer_id, now(), first_name, last_name, birthdate
     FROM asked WHERE refusal IS NULL AND customer_id IS NOT NULL AND contest_id IS NOT NULL
     ON CONFLICT (contest_id, customer_id) DO NOTHING
     RETURNING contest_id
   )
   SELECT fanclub_id, customer_id, session_id, is_stale, name,
          CASE WHEN NOT EXISTS (SELECT FROM entered) THEN coalesce(refusal, 'You have already entered this contest') END AS refusal
   FROM asked`,
);

/** GET /contests and POST /contests/{id}/enter. */
export function contests(fastify) {
  fastify.get('/api/v1/contests', async (request, reply) => {
    const key = keyOf(request);
    const tokens = tokensOf(request);
    const rows = await refreshed(
      await (tokens.length === 0 ? listForAnybody([key]) : listForCustomer([key, tokens])),
    );
    return reply.send(
      JSON.stringify({ status: 'ok', contests: rows.filter(({ id }) => id !== null).map(contestShape) }),
    );
  });

  fastify.post('/api/v1/contests/:id/enter', async (request, reply) => {
    const id = Number(request.params.id);
    if (!Number.isSafeInteger(id)) throw new Refusal('No contest found');
    const [{ name, refusal }] = await ofCustomer(await enter([keyOf(request), tokensOf(request), id]));
    if (name === null) throw new Refusal('No contest found');
    if (refusal !== null) throw new Refusal(refusal);
    return reply.send(
      JSON.stringify({
        status: 'ok',
        messages: [
          `You have been entered into the ${name} contest`,
          'If you are chosen as a winner you will be contacted via email for confirmation and further details',
        ],
      }),
    );
  });
}

function contestShape(row) {
  const { started, ended } = row;
  const entered = row.entry_id !== null;
  return {
    id: row.id,
    name: row.name,
    minimum_age: row.minimum_age,
    status: entered ? 'entered' : ended ? 'ended' : started ? 'running' : 'upcoming',
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    timezone: { tz: row.time_zone, long: longZoneName(row.time_zone) },
    running: started && !ended,
    ended,
    entered,
    selected: entered && (row.selected || row.confirmed || row.forfeited),
    forfeited: entered && row.forfeited,
    won: entered && row.confirmed,
    details: row.details,
    rules: row.rules,
    event: null,
  };
}
