import { declareAudits, declarePermissions, HELPERS, MANAGERS, MASKED_READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Payments, refunds and problems. `masked`: without cards, reasons and notes. */
  'payments.read': MASKED_READERS,
  /** What the fan club took and gave back, for its bookkeeper. */
  'bookings.read': { ...MANAGERS, viewer: 'full' },
  /** Resolves problems. */
  'payments.write': MANAGERS,
  /** Sends receipts again. */
  'orders.mail': HELPERS,
  /** Refunds; `limited`: up to the fan club's `support_refund_limit` of an order. Above it, others need a recent proof. */
  'orders.refund': { ...MANAGERS, support: 'limited' },
});

export const audits = declareAudits({
  order: ['order.receipt_mailed', 'order.refunded', 'order.resolved'],
  refund: ['refund.resolved'],
  stray: ['stray.resolved'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
