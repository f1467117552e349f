import { declareAudits, declarePermissions, HELPERS, MASKED_READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Renewals, their history and figures. `masked`: without names, cards and links. */
  'renewals.read': MASKED_READERS,
  /** Stops and resumes renewals, sends their mails again, and charges cards, which needs a recent proof. */
  'renewals.write': HELPERS,
});

export const audits = declareAudits({
  renewal: ['renewal.charged', 'renewal.mailed', 'renewal.resumed', 'renewal.stopped', 'renewals.listed'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
