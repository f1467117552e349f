import { declareAudits, declarePermissions, HELPERS, MANAGERS } from '#platform/staff';

export const permissions = declarePermissions({
  'contacts.read': HELPERS,
  'contacts.export': MANAGERS,
});

export const audits = declareAudits({
  contact: ['contacts.exported', 'contacts.listed'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
