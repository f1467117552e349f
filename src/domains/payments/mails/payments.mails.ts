import { declareMails } from '#platform/mail';

/** The content of a mail about a payment. All texts are printed unchanged. */
export interface PaymentFacts {
  /** The name of the plan. */
  readonly plan: string;
  /** What was paid or returned, `$24.99`. */
  readonly amount: string;
  /** The lines of a receipt, or of a notice about a refund. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

const SAMPLE: { readonly payment: PaymentFacts } = {
  payment: {
    plan: 'Gold',
    amount: '$24.99',
    rows: [
      { label: 'Receipt number', value: '17' },
      { label: 'Gold', value: '$24.99' },
      { label: 'Total', value: '$24.99' },
    ],
  },
};

export const mails = declareMails({
  receipt: {
    subject: 'Your receipt from {{ fanclub.name }}',
    before: 'Thank you! Your payment of {{ payment.amount }} has arrived. This is your receipt.',
    rows: 'payment.rows',
    button: 'See my order',
    after: ['Please keep this mail for your records.'],
    sample: SAMPLE,
  },
  refund_issued: {
    subject: 'Your refund from {{ fanclub.name }}',
    before: '{{ fanclub.name }} has returned {{ payment.amount }} to your card.',
    rows: 'payment.rows',
    button: 'See my order',
    after: ['Your bank may take some days to show it.'],
    sample: SAMPLE,
  },
  refund_failed: {
    subject: 'Your refund from {{ fanclub.name }} did not arrive',
    before:
      'We wrote to you that {{ payment.amount }} was returned to your card. Your bank has refused it, so the money is still with us.',
    rows: 'payment.rows',
    button: 'See my order',
    after: ['We will look for another way to return it. You can also write to us.'],
    sample: SAMPLE,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
