import { declareAudits, itemActions } from '#platform/staff';

export const audits = declareAudits({
  item_type: itemActions('item_type'),
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
