import { declareMails } from '#platform/mail';

/** The content of a mail about a renewal. All texts are printed unchanged. */
export interface RenewalNews {
  /** The name of the plan that follows. */
  readonly plan: string;
  /** The price with shipping, `$24.99`. */
  readonly amount: string;
  /** The day of the charge, the next try, or the end of the membership, `June 29, 2026`. */
  readonly day: string;
  /** Why, and what the member can do, in sentences. Empty: no reason is given. */
  readonly reason: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

const SAMPLE: { readonly renewal: RenewalNews } = {
  renewal: {
    plan: 'Gold',
    amount: '$24.99',
    day: 'June 29, 2026',
    reason: 'You stopped it.',
    rows: [
      { label: 'Plan', value: 'Gold' },
      { label: 'Amount', value: '$24.99' },
      { label: 'Day', value: 'June 29, 2026' },
      { label: 'Card', value: 'Visa ending in 4242' },
    ],
  },
};

/** What a member can do whose card was declined, besides to pay. */
export const OTHER_CARD = 'You can also save another card on the page of the link; we then charge that one.';

const STOP = 'You can stop this at any time before that day, on the page of the link above.';

export const mails = declareMails({
  renewal_announced: {
    subject: 'Your membership of {{ fanclub.name }} renews on {{ renewal.day }}',
    before:
      'Your membership is renewed automatically. On {{ renewal.day }} we charge your card {{ renewal.amount }} for “{{ renewal.plan }}”.',
    rows: 'renewal.rows',
    button: 'See or stop my renewal',
    after: [STOP],
    sample: SAMPLE,
  },
  renewal_open: {
    subject: 'You can renew your membership of {{ fanclub.name }}',
    before:
      'The new season has begun: you can renew your membership with “{{ renewal.plan }}” for {{ renewal.amount }}.',
    rows: 'renewal.rows',
    button: 'Renew my membership',
    after: ['Nothing is charged automatically.'],
    sample: SAMPLE,
  },
  trial_ending: {
    subject: 'Your trial at {{ fanclub.name }} ends on {{ renewal.day }}',
    before:
      'Your trial ends on {{ renewal.day }}. You can continue with “{{ renewal.plan }}” for {{ renewal.amount }}.',
    rows: 'renewal.rows',
    button: 'Continue my membership',
    after: ['Nothing is charged automatically.'],
    sample: SAMPLE,
  },
  payment_failed: {
    subject: 'Your payment to {{ fanclub.name }} did not work yet',
    before:
      'We could not charge your card {{ renewal.amount }} for “{{ renewal.plan }}”. Your membership continues, and we try again on {{ renewal.day }}.',
    rows: 'renewal.rows',
    button: 'Pay now',
    after: [OTHER_CARD],
    sample: SAMPLE,
  },
  payment_action_needed: {
    subject: 'Your renewal at {{ fanclub.name }} needs you',
    before:
      'We could not charge {{ renewal.amount }} for “{{ renewal.plan }}”. {{ renewal.reason }} Please pay by {{ renewal.day }} to stay a member.',
    rows: 'renewal.rows',
    button: 'Pay now',
    after: [],
    sample: SAMPLE,
  },
  card_expiring: {
    subject: 'Your card at {{ fanclub.name }} expires soon',
    before:
      'We charge your card {{ renewal.amount }} for “{{ renewal.plan }}” on {{ renewal.day }}, but the card expires about then. Please save a new one.',
    rows: 'renewal.rows',
    button: 'Replace my card',
    after: ['If you have replaced it already, you need not do anything.'],
    sample: SAMPLE,
  },
  membership_ending: {
    subject: 'Your membership of {{ fanclub.name }} ends on {{ renewal.day }}',
    before:
      'Your membership ends on {{ renewal.day }}. You can renew it with “{{ renewal.plan }}” for {{ renewal.amount }}.',
    rows: 'renewal.rows',
    button: 'Renew my membership',
    after: ['Nothing is charged automatically.'],
    sample: SAMPLE,
  },
  renewal_given_up: {
    subject: 'Your membership of {{ fanclub.name }} was not renewed',
    before:
      'We could not charge your card for “{{ renewal.plan }}”, and do not try again. Automatic renewal is off. Your membership ends on {{ renewal.day }}.',
    rows: 'renewal.rows',
    button: 'Renew my membership',
    after: ['Nothing was taken from your card.'],
    sample: SAMPLE,
  },
  auto_renewal_stopped: {
    subject: 'Your membership of {{ fanclub.name }} no longer renews automatically',
    before:
      'Automatic renewal of your membership has stopped. {{ renewal.reason }} Your card is not charged. Your membership ends on {{ renewal.day }}.',
    rows: 'renewal.rows',
    button: 'See my renewal',
    after: [],
    sample: SAMPLE,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
