import { declareMails } from '#platform/mail';

/** The content of a mail about a gift. All texts are printed unchanged. */
export interface GiftFacts {
  /** The name of the plan. */
  readonly plan: string;
  /** Who gives it, as the buyer wrote it. Null: the buyer wrote no name. */
  readonly sender: string | null;
  /** Who gets it, as the buyer wrote it. Null: the buyer wrote no name. */
  readonly recipient: string | null;
  /** The message, the code, and what it gives after its season, if it has one; for the buyer none. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

const CODE = '7Q2M-4XHD-9PRT-0VWK';

const SAMPLE: { readonly gift: GiftFacts } = {
  gift: {
    plan: 'Gold',
    sender: 'Ada',
    recipient: 'Grace',
    rows: [
      { label: 'Message', value: 'Happy birthday!' },
      { label: 'Code', value: CODE },
    ],
  },
};

export const mails = declareMails({
  gift_received: {
    subject: 'A present for you: a membership of {{ fanclub.name }}',
    before:
      '{% if gift.sender %}{{ gift.sender }} gives you{% else %}Somebody gives you{% endif %} the membership “{{ gift.plan }}” of {{ fanclub.name }}.',
    rows: 'gift.rows',
    button: 'Redeem my present',
    after: [
      'Type the code on this page. The membership begins when you redeem it.',
      'Keep the code to yourself: it can be used once.',
    ],
    hasCode: true,
    prints: CODE,
    sample: SAMPLE,
  },
  gift_redeemed: {
    subject: 'Your gift of {{ fanclub.name }} was redeemed',
    before:
      'The membership “{{ gift.plan }}” that you bought as a gift{% if gift.recipient %} for {{ gift.recipient }}{% endif %} was redeemed.',
    button: 'See my order',
    after: ['There is nothing for you to do.'],
    sample: SAMPLE,
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
