import { declareAudits, itemActions } from '#platform/staff';

export const audits = declareAudits({
  benefit: itemActions('benefit'),
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
