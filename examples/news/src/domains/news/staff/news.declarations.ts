import { declareAudits, declarePermissions, itemActions, MANAGERS, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  'news.read': READERS,
  'news.write': MANAGERS,
});

export const audits = declareAudits({
  article: itemActions('article'),
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
