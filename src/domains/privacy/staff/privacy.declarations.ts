import { declareAudits, declarePermissions, OWNER } from '#platform/staff';

export const permissions = declarePermissions({
  'members.erase': OWNER,
  'members.merge': OWNER,
});

export const audits = declareAudits({
  contact: ['contact.erased', 'contact.exported'],
  member: [
    'member.distinguished',
    'member.erased',
    'member.export_asked',
    'member.export_downloaded',
    'member.merged',
    'members.compared',
  ],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
