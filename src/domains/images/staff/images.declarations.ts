import { declareAudits, declarePermissions, MANAGERS, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Pictures for plans, benefits and the fan club. */
  'images.read': READERS,
  'images.write': MANAGERS,
});

export const audits = declareAudits({ image: ['image.created', 'image.deleted'] });

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
