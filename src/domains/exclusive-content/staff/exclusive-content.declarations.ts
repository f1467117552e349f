import { declareAudits, declareUsers } from '#platform/staff';

export const audits = declareAudits({
  /** Beside those of the domain `benefits`. */
  benefit: ['benefit.content_ordered'],
  benefit_item: [
    'benefit_item.created',
    'benefit_item.changed',
    'benefit_item.deleted',
    'benefit_item.replaced',
  ],
});

declareUsers({ benefit_items: 'texts and files for members' });

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
