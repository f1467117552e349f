import { declareAudits, declarePermissions, OWNER } from '#platform/staff';

export const permissions = declarePermissions({
  'members.erase': OWNER,
});

export const audits = declareAudits({
  member: ['member.erased'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
