import { type RowOf, type Sql, statement, type Statements, types } from '#platform/database';
import { CHAIN_START, chainOf, type Payload, payloadDigest } from './staff-audits';

/** The chains of a fan club, or of all fan clubs and organizations. Rows without the end of their chain have null there. */
export const AUDIT_CHAINS = statement('staff_audits.chains', {
  params: { key: types.text.orNull },
  row: {
    organizationId: types.bigint,
    fanclubId: types.bigint.orNull,
    organization: types.text.orNull,
    fanclub: types.text.orNull,
    firstPosition: types.bigint.orNull,
    firstChain: types.bytea.orNull,
    lastPosition: types.bigint.orNull,
    lastChain: types.bytea.orNull,
  },
  text: `
    SELECT s.organization_id AS "organizationId", s.fanclub_id AS "fanclubId", o.name AS organization, f.name AS fanclub,
      c.first_position AS "firstPosition", c.first_chain AS "firstChain",
      c.last_position AS "lastPosition", c.last_chain AS "lastChain"
    FROM (
      SELECT organization_id, fanclub_id FROM staff_audits
      UNION SELECT organization_id, fanclub_id FROM staff_audit_chains
    ) s
    LEFT JOIN staff_audit_chains c
      ON c.organization_id = s.organization_id AND c.fanclub_id IS NOT DISTINCT FROM s.fanclub_id
    LEFT JOIN organizations o ON o.id = s.organization_id
    LEFT JOIN fanclubs f ON f.id = s.fanclub_id
    WHERE $key::text IS NULL OR s.fanclub_id = (SELECT fanclub_id FROM fanclub_keys WHERE key = $key)
    ORDER BY s.organization_id, s.fanclub_id NULLS FIRST`,
});

/** The next rows of a chain. */
export const NEXT_AUDITS = statement('staff_audits.next', {
  params: {
    organization: types.bigint,
    fanclub: types.bigint.orNull,
    after: types.bigint,
    limit: types.bigint,
  },
  row: {
    organizationId: types.bigint,
    fanclubId: types.bigint.orNull,
    position: types.bigint,
    at: types.timestamptz,
    staffId: types.bigint.orNull,
    sessionId: types.bigint.orNull,
    keyName: types.text.orNull,
    action: types.text,
    subjectType: types.text,
    subjectId: types.bigint.orNull,
    customerId: types.bigint.orNull,
    before: types.jsonb<Payload>().orNull,
    after: types.jsonb<Payload>().orNull,
    payloadDigest: types.bytea,
    chain: types.bytea,
  },
  text: `
    SELECT organization_id AS "organizationId", fanclub_id AS "fanclubId", position, at, staff_id AS "staffId",
      session_id AS "sessionId", key_name AS "keyName", action, subject_type AS "subjectType", subject_id AS "subjectId",
      customer_id AS "customerId", before, after, payload_digest AS "payloadDigest", chain
    FROM staff_audits
    WHERE organization_id = $organization AND fanclub_id IS NOT DISTINCT FROM $fanclub AND position > $after
    ORDER BY position LIMIT $limit`,
});

type Chain = RowOf<typeof AUDIT_CHAINS>;
type Row = RowOf<typeof NEXT_AUDITS>;

/** What the verification of a chain found. */
export interface VerifiedChain {
  /** The fan club, or the organization for changes that concern it as a whole. */
  readonly name: string;
  readonly rows: number;
  /** The first fault; null: nothing was changed, removed or inserted. */
  readonly fault: string | null;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Verifies the record of what staff changed: computes each chain again from its rows.
 * @param key one of the keys of a fan club; null: all
 */
export function verifyAudits(db: Sql, key: string | null): Promise<VerifiedChain[]> {
  // Staff may add rows meanwhile.
  return db.consistently(async (tx) => {
    const verified: VerifiedChain[] = [];
    for (const chain of await tx.rows(AUDIT_CHAINS, { key })) {
      verified.push({ name: nameOf(chain), ...(await verifyChain(tx, chain)) });
    }
    return verified;
  });
}

async function verifyChain(db: Statements, chain: Chain): Promise<Omit<VerifiedChain, 'name'>> {
  const { organizationId: organization, fanclubId: fanclub, lastPosition, lastChain } = chain;
  let position = chain.firstPosition ?? 0;
  let value = chain.firstChain ?? CHAIN_START;
  let rows = 0;
  for (;;) {
    const next = await db.rows(NEXT_AUDITS, { organization, fanclub, after: position, limit: ROWS_AT_ONCE });
    for (const row of next) {
      const fault = faultOf(row, position, value);
      if (fault !== null) return { rows, fault };
      position = row.position;
      value = row.chain;
      rows += 1;
    }
    if (next.length < ROWS_AT_ONCE) break;
  }
  if (lastPosition === null || lastChain === null) return { rows, fault: 'the end of the chain is missing' };
  if (position < lastPosition) return { rows, fault: `row ${position + 1} is missing` };
  if (position > lastPosition)
    return { rows, fault: `row ${lastPosition + 1} is after the end of the chain` };
  return { rows, fault: lastChain.equals(value) ? null : 'the end of the chain was changed' };
}

function faultOf(row: Row, position: number, value: Buffer): string | null {
  const { before, after, customerId } = row;
  if (row.position !== position + 1) return `row ${position + 1} is missing`;
  if (!chainOf(value, row).equals(row.chain)) return `row ${row.position} was changed`;
  // The erasure of a member removes what was recorded about them, and leaves the digest.
  const isErased = before === null && after === null && customerId !== null;
  if (isErased || payloadDigest(before, after).equals(row.payloadDigest)) return null;
  return `what row ${row.position} records was changed`;
}

const nameOf = ({ fanclub, fanclubId, organization, organizationId }: Chain): string =>
  fanclubId === null
    ? `organization ${organization ?? organizationId}`
    : (fanclub ?? `fan club ${fanclubId}, which was deleted`);
