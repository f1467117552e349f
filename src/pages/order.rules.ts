import { displayPrice, humanDate, isZero } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import { giftText, type OwnOrder } from '#domains/payments';
import type { Action, Views } from './page';
import { type Trouble, TROUBLES } from './provider-trouble';

/** The payment of an order, as its page shows it. */
export interface PaymentStep {
  /** The URL of the payment page. Null: none now. */
  readonly payAt: string | null;
  /** Why there is none. */
  readonly trouble: Trouble | null;
  /** The checkout of the plan; null: it would only say that the buyer has the plan. */
  readonly checkout: string | null;
  /** The page itself. */
  readonly self: string;
  /** Whether the buyer has not confirmed the e-mail address yet. */
  readonly isUnconfirmed: boolean;
}

/** The text about an order whose payment page could not be opened. */
export const ORDER_KEPT = 'Your order is kept, and nothing was taken from your card.';

const CONFIRM =
  'We have sent you a message. Open its link to confirm your email address; then you can log in.';

/** Seconds after which the page of a pending payment is loaded again. */
const REFRESH_AFTER = 4;

type Club = Pick<FanclubInfo, 'name' | 'siteUrl' | 'supportEmail' | 'timeZone'>;

/** An order as its page shows it. */
export function orderView(
  own: OwnOrder,
  fanclub: Club,
  step: PaymentStep,
): Views['order'] & { heading: string } {
  return { rows: rowsOf(own), action: null, refreshAfter: null, ...wordsOf(own, fanclub, step) };
}

type Words = Partial<Views['order']> & { heading: string; paragraphs: readonly string[] };

function wordsOf(
  { progress, plan, order, failure, begins }: OwnOrder,
  { name, siteUrl, supportEmail, timeZone }: Club,
  { payAt, trouble, checkout, self, isUnconfirmed }: PaymentStep,
): Words {
  const onward: Action = { label: `Continue to ${name}`, href: siteUrl };
  const again: Action = { label: 'Try again', href: self };
  if (progress === 'paid') {
    const receipt = order.receiptNumber === null ? [] : [`Receipt number: ${order.receiptNumber}.`];
    if (order.kind === 'gift_purchase')
      return {
        heading: 'Thank you',
        paragraphs: [
          `Your payment has arrived. Your gift, the membership “${plan.name}”, has a code.`,
          ...receipt,
          ...(isUnconfirmed ? [CONFIRM] : []),
        ],
        action: { label: 'See card and mail', href: `${self}/gift` },
      };
    const arrived = isZero(order.total ?? '0') ? '' : 'Your payment has arrived. ';
    const begun =
      begins === null
        ? 'has begun.'
        : `begins on ${humanDate(begins, timeZone)}, when your present one ends.`;
    const text = `${arrived}Your membership “${plan.name}” ${begun}`;
    return {
      heading: 'Thank you',
      paragraphs: [text, ...receipt, ...(isUnconfirmed ? [CONFIRM] : [])],
      action: onward,
    };
  }
  if (progress === 'refunded')
    return {
      heading: 'This order was refunded',
      paragraphs: ['The money goes back to your card.'],
      action: onward,
    };
  if (progress === 'checking') {
    const paragraphs = [
      'The amount that arrived is not the amount of this order, so a person looks at it.',
      `If you do not hear from us, write to ${supportEmail}.`,
    ];
    return { heading: 'Your payment is being checked', paragraphs, action: onward };
  }
  if (progress === 'surplus') {
    const paragraphs = [
      'You have paid another order since you placed this one, or nothing was left when your payment arrived.',
      'The money of this order goes back to your card.',
    ];
    return { heading: 'This payment goes back to you', paragraphs, action: onward };
  }
  if (progress === 'closed') {
    const paragraphs =
      order.closedReason === 'given_up'
        ? [
            'Its payment did not arrive as expected: another amount, a second payment, or none.',
            'Money that arrived goes back to your card.',
            `If it does not arrive, write to ${supportEmail}.`,
          ]
        : [closedText(order.closedReason), 'Nothing was taken from your card.'];
    const offer = checkout !== null && !plan.deleted ? { label: 'See the offer', href: checkout } : null;
    return { heading: 'This order has ended', paragraphs, action: offer ?? onward };
  }
  if (progress === 'pending') {
    const paragraphs = ['Your payment is still being confirmed. This page shows the result in a moment.'];
    // That page fetches the payment from the provider.
    const action: Action = { label: 'Try again', href: `${self}/return` };
    return { heading: 'One moment', paragraphs, action, refreshAfter: REFRESH_AFTER };
  }
  if (payAt === null) {
    const reason = TROUBLES[trouble ?? 'unavailable'];
    const paragraphs = [`${reason} ${ORDER_KEPT}`];
    return { heading: 'The payment has to wait', paragraphs, action: again };
  }
  const declined = failure === null ? [] : ['The last attempt did not work. You can use another card.'];
  return {
    heading: 'One step is left',
    paragraphs: [...declined, 'Your order is placed, and waits for its payment.'],
    action: { label: 'Go to the payment', href: payAt },
  };
}

function closedText(reason: OwnOrder['order']['closedReason']): string {
  if (reason === 'cancelled') return 'You cancelled it.';
  if (reason === 'superseded') return 'Another order took its place.';
  if (reason === 'withdrawn') return 'The plan is not sold any more.';
  return 'It was not paid in time.';
}

function rowsOf({ order, plan }: OwnOrder): { item: string; price: string }[] {
  const { subtotal, discount, shipping, total, currency } = order;
  if (subtotal === null || discount === null || shipping === null || total === null) return [];
  const price = (amount: string): string => displayPrice(amount, currency ?? plan.currency);
  return [
    { item: order.kind === 'gift_purchase' ? giftText(plan.name) : plan.name, price: price(subtotal) },
    ...(isZero(discount) ? [] : [{ item: 'Discount', price: `−${price(discount)}` }]),
    ...(plan.package && order.kind !== 'gift_purchase' ? [{ item: 'Shipping', price: price(shipping) }] : []),
    { item: 'Total', price: price(total) },
  ];
}
