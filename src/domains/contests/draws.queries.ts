import type { Prize } from '#libs/draw';
import { type RowOf, statement, types } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { PLACE } from './winners.queries';

const CONTEST = { fanclub: types.bigint, contest: types.bigint };

/**
 * The published contests of a fan club that have no commitment yet and do not end before `$after`. Contests whose winners are known
 * were drawn elsewhere.
 */
const UNCOMMITTED = `
  c.published AND c.entries_closed_at IS NULL
  AND NOT EXISTS (SELECT FROM contest_draws d WHERE d.fanclub_id = c.fanclub_id AND d.contest_id = c.id)
  AND NOT EXISTS (
    SELECT FROM contest_entries e
    WHERE e.fanclub_id = c.fanclub_id AND e.contest_id = c.id AND (e.selected OR e.confirmed OR e.forfeited))`;

export const UNCOMMITTED_OF_CLUB = statement('draws.uncommitted_of_club', {
  params: { fanclub: types.bigint, after: types.timestamptz },
  row: { id: types.bigint },
  text: `SELECT c.id FROM contests c WHERE c.fanclub_id = $fanclub AND c.ends_at > $after AND ${UNCOMMITTED} ORDER BY c.id`,
});

/** The same of all fan clubs that are not held. */
export const CONTESTS_TO_COMMIT = statement('draws.to_commit', {
  params: { after: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT c.id, c.fanclub_id AS "fanclubId" FROM contests c
    WHERE c.ends_at > $after AND ${UNCOMMITTED} AND ${notHeldSql('c.fanclub_id')} ORDER BY c.fanclub_id, c.id LIMIT $limit`,
});

/** Stores a seed and its commitment. The unique key lets only the first one count. */
export const COMMIT_SEED = statement('draws.commit', {
  params: { ...CONTEST, seedSealed: types.text, commitment: types.text, now: types.timestamptz },
  text: `
    INSERT INTO contest_draws (fanclub_id, contest_id, seed_sealed, commitment, committed_at, created_at, updated_at)
    VALUES ($fanclub, $contest, $seedSealed, $commitment, $now, $now, $now)
    ON CONFLICT (fanclub_id, contest_id) DO NOTHING`,
});

/** What is public about a draw, without its long lists. No row: the contest is not published, or has no commitment. */
export const PUBLIC_DRAW = statement('draws.public', {
  params: CONTEST,
  row: {
    id: types.bigint,
    name: types.text,
    endsAt: types.timestamptz,
    closedAt: types.timestamptz.orNull,
    commitment: types.text,
    committedAt: types.timestamptz,
    listHash: types.text.orNull,
    /** Null: not closed. */
    count: types.integer.orNull,
    leftOut: types.integer.orNull,
    /** Which value the fan club announced as public text. Null: not closed, or none. */
    beaconSource: types.text.orNull,
    beacon: types.text.orNull,
    prizes: types.jsonb<readonly Prize[]>().orNull,
    drawnAt: types.timestamptz.orNull,
    alternatesUntil: types.timestamptz.orNull,
  },
  text: `
    SELECT c.id, c.name, c.ends_at AS "endsAt", c.entries_closed_at AS "closedAt", d.commitment, d.committed_at AS "committedAt",
           d.list_hash AS "listHash", d.entry_count AS count, d.left_out AS "leftOut", d.beacon_source AS "beaconSource",
           d.beacon, d.prizes, d.drawn_at AS "drawnAt", d.alternates_until AS "alternatesUntil"
    FROM contests c JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.id = $contest AND c.published`,
});

/** A draw as everybody may see it. */
export type PublicDraw = RowOf<typeof PUBLIC_DRAW>;

/** The entry of a customer, and whether it is in the frozen list. */
export const OWN_ENTRY = statement('draws.own_entry', {
  params: { ...CONTEST, customer: types.bigint },
  row: {
    id: types.bigint,
    /** Null: the contest is not closed. */
    takesPart: types.boolean.orNull,
  },
  text: `
    SELECT e.id, e.id = ANY (d.entries) AS "takesPart"
    FROM contest_entries e JOIN contest_draws d ON d.fanclub_id = e.fanclub_id AND d.contest_id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.contest_id = $contest AND e.customer_id = $customer`,
});

/** The commitment of a published contest that was drawn. No row: not drawn, or not published. */
export const DRAWN_COMMITMENT = statement('draws.drawn_commitment', {
  params: CONTEST,
  row: { commitment: types.text, drawnAt: types.timestamptz.neverNullHere },
  text: `
    SELECT d.commitment, d.drawn_at AS "drawnAt"
    FROM contests c JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.id = $contest AND c.published AND d.drawn_at IS NOT NULL`,
});

/** The places of some ranks of a draw, both inclusive. */
export const SHOWN_PLACES = statement('draws.places', {
  params: { ...CONTEST, from: types.integer, to: types.integer },
  row: { ...PLACE, last: types.integer },
  text: `
    SELECT w.rank, w.entry_number AS "entryId", w.prize, w.state, w.cause,
           (SELECT max(l.rank) FROM contest_winners l WHERE l.fanclub_id = w.fanclub_id AND l.contest_id = w.contest_id) AS last
    FROM contest_winners w
    WHERE w.fanclub_id = $fanclub AND w.contest_id = $contest AND w.rank BETWEEN $from AND $to ORDER BY w.rank`,
});

/** Everything in the file of a draw. No row: not drawn, or not published. */
export const DRAWN = statement('draws.drawn', {
  params: CONTEST,
  row: {
    seed: types.text.neverNullHere,
    beacon: types.text.neverNullHere,
    beaconSource: types.text.orNull,
    prizes: types.jsonb<readonly Prize[]>().neverNullHere,
    entries: types.array(types.bigint).neverNullHere,
    ranking: types.array(types.bigint).neverNullHere,
    commitment: types.text,
    listHash: types.text.neverNullHere,
    committedAt: types.timestamptz,
    closedAt: types.timestamptz.neverNullHere,
    drawnAt: types.timestamptz.neverNullHere,
  },
  text: `
    SELECT d.seed, d.beacon, d.beacon_source AS "beaconSource", d.prizes, d.entries, d.ranking, d.commitment, d.list_hash AS "listHash",
           d.committed_at AS "committedAt", c.entries_closed_at AS "closedAt", d.drawn_at AS "drawnAt"
    FROM contests c JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
    WHERE c.fanclub_id = $fanclub AND c.id = $contest AND c.published AND d.drawn_at IS NOT NULL`,
});

/** Those of `$contests` that are closed. */
export const CLOSED_CONTESTS = statement('draws.closed', {
  params: { fanclub: types.bigint, contests: types.array(types.bigint) },
  row: { id: types.bigint, endsAt: types.timestamptz },
  text: `
    SELECT id, ends_at AS "endsAt" FROM contests
    WHERE fanclub_id = $fanclub AND id = ANY ($contests) AND entries_closed_at IS NOT NULL`,
});

/** Locks contests whose entries are imported against their closing and other changes, and says which no longer take new ones. */
export const HOLD_ENTERED = statement('draws.hold_entered', {
  params: { fanclub: types.bigint, contests: types.array(types.bigint) },
  row: {
    id: types.bigint,
    endsAt: types.timestamptz,
    isClosed: types.boolean,
    isCommitted: types.boolean,
  },
  text: `
    SELECT c.id, c.ends_at AS "endsAt", c.entries_closed_at IS NOT NULL AS "isClosed",
           EXISTS (SELECT FROM contest_draws d WHERE d.fanclub_id = c.fanclub_id AND d.contest_id = c.id) AS "isCommitted"
    FROM contests c WHERE c.fanclub_id = $fanclub AND c.id = ANY ($contests) ORDER BY c.id FOR SHARE OF c`,
});

/** Locks contests against entries, which hold them `FOR KEY SHARE`, while an earlier end is compared with them. */
export const HOLD_ENTERING = statement('draws.hold_entering', {
  params: { fanclub: types.bigint, contests: types.array(types.bigint) },
  row: { id: types.bigint },
  text: `SELECT id FROM contests WHERE fanclub_id = $fanclub AND id = ANY ($contests) ORDER BY id FOR UPDATE`,
});

/** When somebody last entered in time, of those of `$contests` that have a commitment and entries. */
export const LATEST_ENTRIES = statement('draws.latest_entries', {
  params: { fanclub: types.bigint, contests: types.array(types.bigint) },
  row: { id: types.bigint, latest: types.timestamptz },
  text: `
    SELECT c.id, max(e.entered_at) AS latest
    FROM contests c
    JOIN contest_draws d ON d.fanclub_id = c.fanclub_id AND d.contest_id = c.id
    JOIN contest_entries e ON e.fanclub_id = c.fanclub_id AND e.contest_id = c.id AND e.entered_at <= c.ends_at
    WHERE c.fanclub_id = $fanclub AND c.id = ANY ($contests) GROUP BY c.id`,
});

/** The entries of `$customers` in contests that have a commitment or are closed. */
export const ENTRIES_IN_CLOSED = statement('draws.entries_in_closed', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  row: {
    contestId: types.bigint,
    customerId: types.bigint,
    enteredAt: types.timestamptz,
    selected: types.boolean,
    confirmed: types.boolean,
    forfeited: types.boolean,
  },
  text: `
    SELECT e.contest_id AS "contestId", e.customer_id AS "customerId", e.entered_at AS "enteredAt", e.selected, e.confirmed, e.forfeited
    FROM contest_entries e JOIN contests c ON c.fanclub_id = e.fanclub_id AND c.id = e.contest_id
    WHERE e.fanclub_id = $fanclub AND e.customer_id = ANY ($customers)
      AND (c.entries_closed_at IS NOT NULL
           OR EXISTS (SELECT FROM contest_draws d WHERE d.fanclub_id = c.fanclub_id AND d.contest_id = c.id))`,
});
