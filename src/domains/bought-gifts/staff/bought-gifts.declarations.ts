import { declareAudits } from '#platform/staff';

export const audits = declareAudits({ order: ['order.gift_mailed'] });

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
