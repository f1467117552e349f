import { declareAudits, declarePermissions, itemActions, MANAGERS, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Sales periods, plans, packages, upgrades and benefits. */
  'plans.read': { ...READERS, fulfilment: 'full' },
  'plans.write': MANAGERS,
});

export const audits = declareAudits({
  period: itemActions('period'),
  plan: [...itemActions('plan'), 'plans.imported'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
