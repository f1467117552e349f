/**
 * Whose the rows of a table are. All tables that are not listed here are of a fan club: their column `fanclub_id` is never null.
 */
export const OF_ORGANIZATIONS = ['organizations', 'organization_api_keys', 'fanclubs'];

/** Tables of the installation, or of its database. People of the staff may work for several organizations. */
export const OF_INSTALLATION = [
  ...['staff', 'staff_passkeys', 'staff_recovery_codes', 'staff_sessions', 'staff_limits', 'staff_requests'],
  ...['cells', 'oidc_keys'],
];

/** What staff may do: for a fan club or, without `fanclub_id`, for an organization as a whole. */
export const STAFF_ACCESS = ['staff_roles', 'staff_tokens'];

/**
 * Records that outlive the rows that they name, so they have no foreign keys. Without `fanclub_id` they are of an organization or of
 * the installation.
 */
export const RECORDS = ['security_events', 'staff_audits', 'staff_audit_chains'];

/** Whether all rows of a table belong to fan clubs. */
export const isOfFanclubs = (table: string): boolean =>
  ![...OF_ORGANIZATIONS, ...OF_INSTALLATION, ...STAFF_ACCESS, ...RECORDS].includes(table);
