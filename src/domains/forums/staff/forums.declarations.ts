import {
  declareAudits,
  declarePermissions,
  declareUsers,
  itemActions,
  MANAGERS,
  OWNER,
} from '#platform/staff';

export const permissions = declarePermissions({
  /** Forums whose groups follow memberships. Changes need a recent proof. */
  'forums.read': MANAGERS,
  'forums.write': OWNER,
});

export const audits = declareAudits({ forum: itemActions('forum') });

declareUsers({ forums: 'a forum' });

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
