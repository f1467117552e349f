import { declareAudits } from '#platform/staff';

export const audits = declareAudits({ gift: ['gift.mailed'] });

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
