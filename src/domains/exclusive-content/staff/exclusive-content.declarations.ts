import { declareAudits } from '#platform/staff';

export const audits = declareAudits({
  benefit_item: [
    'benefit_item.created',
    'benefit_item.changed',
    'benefit_item.deleted',
    'benefit_item.replaced',
    'benefit_items.ordered',
  ],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
