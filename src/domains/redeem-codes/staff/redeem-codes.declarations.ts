import { declareAudits, declarePermissions, MANAGERS, OWNER, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Batches of gift codes and coupons, and the orders that used them; never the codes. */
  'redeem_codes.read': READERS,
  /** Makes and voids codes. */
  'redeem_codes.write': MANAGERS,
  /** Exports the codes of a batch, once; needs a recent proof. */
  'redeem_codes.export': OWNER,
});

export const audits = declareAudits({
  redeem_batch: ['redeem_batch.created', 'redeem_batch.exported', 'redeem_batch.voided'],
  redeem_code: ['redeem_code.voided'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
