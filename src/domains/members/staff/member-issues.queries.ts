import { type RowOf, statement, types } from '#platform/database';
import { DUE_SQL, LACKS_ADDRESS, LACKS_OPTION, OPEN_SQL } from '#domains/orders';
import { FAILED_RENEWAL_SQL } from '#domains/renewals';

/** What may be open for a member, beside {@link PROBLEMS_OF_CUSTOMER} of payments. */
export const ISSUE_KINDS = [
  'unpaid_order',
  'lacks_address',
  'lacks_option',
  'renewal_failed',
  'mail_given_up',
] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** The unsent parcels `h` of `$customer` that are on no packing list and lack something. */
const lackingParcels = (kind: IssueKind, lacks: string): string => `
    SELECT '${kind}', o.id, NULL, o.created_at, NULL
    FROM orders o
    JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
    JOIN shipments h ON h.fanclub_id = o.fanclub_id AND h.order_id = o.id
    LEFT JOIN batch_parcels b ON b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id
    WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND h.ship_date IS NULL AND b.id IS NULL AND ${DUE_SQL}
      AND ${lacks}`;

/** What is open for a member, the oldest first. `$digests` are those of the member's addresses. */
export const MEMBER_ISSUES = statement('members.issues', {
  params: { fanclub: types.bigint, customer: types.bigint, digests: types.array(types.bytea) },
  row: {
    kind: types.textOf<IssueKind>(),
    orderId: types.bigint.orNull,
    renewalId: types.bigint.orNull,
    since: types.timestamptz,
    /** The state of a renewal, or why a mail was given up. */
    code: types.text.orNull,
  },
  text: `
    SELECT 'unpaid_order' AS kind, o.id AS "orderId", NULL::bigint AS "renewalId", o.created_at AS since, NULL::text AS code
    FROM orders o WHERE o.fanclub_id = $fanclub AND o.customer_id = $customer AND ${OPEN_SQL}
    UNION ALL
    ${lackingParcels('lacks_address', LACKS_ADDRESS)}
    UNION ALL
    ${lackingParcels('lacks_option', LACKS_OPTION)}
    UNION ALL
    SELECT 'renewal_failed', r.order_id, r.id, r.updated_at, r.state
    FROM renewals r WHERE r.fanclub_id = $fanclub AND r.customer_id = $customer AND ${FAILED_RENEWAL_SQL}
    UNION ALL
    SELECT 'mail_given_up', NULL, NULL, max(m.given_up_at), (array_agg(m.last_error ORDER BY m.id DESC))[1]
    FROM mails m
    WHERE m.fanclub_id = $fanclub AND m.address_digest = ANY ($digests) AND m.given_up_at IS NOT NULL
    HAVING count(*) > 0
    ORDER BY 4, 1, 2`,
});
export type MemberIssueRow = RowOf<typeof MEMBER_ISSUES>;
