import {
  declareAudits,
  declarePermissions,
  HELPERS,
  itemActions,
  MANAGERS,
  MASKED_READERS,
} from '#platform/staff';

export const permissions = declarePermissions({
  /** Pools, their report, and their codes; those who see them masked see neither codes nor names. */
  'presale_codes.read': MASKED_READERS,
  /** Pools, their links, and uploads; voids and replaces codes. */
  'presale_codes.write': MANAGERS,
  /** Mails a member's code again. */
  'presale_codes.resend': HELPERS,
});

export const audits = declareAudits({
  presale_pool: [
    ...itemActions('presale_pool'),
    'presale_pool.linked',
    'presale_pool.uploaded',
    'presale_pool.used_uploaded',
    'presale_pool.unassigned_voided',
    'presale_pool.exported',
    'presale_pool.codes_listed',
  ],
  presale_code: ['presale_code.resent', 'presale_code.voided', 'presale_code.replaced'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
