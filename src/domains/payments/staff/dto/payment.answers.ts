import { COUNT, FLAG, ID, INSTANT, listOf, MONEY, orNull, Shaped, TEXT } from '#platform/reference';
import { DISPUTE_STATES, type DisputeState } from '../../disputes/payment-dispute.entity';
import { PAYMENT_STATES, type PaymentState } from '../../payment.entity';
import { PROBLEM_KINDS, type ProblemKind } from '../../problems/problems.queries';
import {
  REFUND_EFFECTS,
  REFUND_STATES,
  type RefundEffect,
  type RefundState,
} from '../../refunds/refund.entity';

const EFFECT = { type: 'string', enum: REFUND_EFFECTS };
const REFUND_STATE = { type: 'string', enum: REFUND_STATES };

export class CardOfPayment {
  @Shaped(TEXT) brand!: string;
  @Shaped(TEXT) last4!: string;
}

/** An attempt to pay. */
export class PaymentOfOrder {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) provider!: string;
  @Shaped(TEXT, { description: 'The provider’s name for people.' }) provider_title!: string;
  @Shaped(FLAG) live!: boolean;
  @Shaped(orNull(TEXT), { description: 'The provider’s id of the payment.' }) reference!: string | null;
  @Shaped({ type: 'string', enum: [...PAYMENT_STATES, 'surplus'] }) state!: PaymentState | 'surplus';
  @Shaped(MONEY) amount!: string;
  @Shaped(MONEY) refunded!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(orNull(CardOfPayment), { description: 'Null also for who sees payments masked.' })
  card!: CardOfPayment | null;
  @Shaped(orNull(TEXT)) failure!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT)) settled_at!: string | null;
}

export class RefundOfOrder {
  @Shaped(ID) id!: number;
  @Shaped(ID) payment_id!: number;
  @Shaped(MONEY) amount!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(REFUND_STATE) state!: RefundState;
  @Shaped(EFFECT) effect!: RefundEffect;
  @Shaped(orNull(TEXT), { description: 'Null for who sees payments masked.' }) reason!: string | null;
  @Shaped(orNull(TEXT), { description: 'How a failed refund was dealt with; null as for `reason`.' })
  note!: string | null;
  @Shaped(orNull(TEXT)) failure!: string | null;
  @Shaped(orNull(TEXT), { description: 'Null: an operator, or the service itself.' }) by!: string | null;
  @Shaped(INSTANT) created_at!: string;
}

/** The buyer asked the card's bank for the money back. */
export class DisputeOfOrder {
  @Shaped(ID) payment_id!: number;
  @Shaped(TEXT, { description: 'The provider’s id.' }) reference!: string;
  @Shaped(MONEY) amount!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped({ type: 'string', enum: DISPUTE_STATES }, { description: '`won`: the fan club keeps the money.' })
  state!: DisputeState;
  @Shaped(INSTANT) opened_at!: string;
  @Shaped(orNull(INSTANT)) decided_at!: string | null;
}

export class TransitionOfOrder {
  @Shaped(TEXT, { description: '`order`, `payment` or `refund`.' }) subject!: string;
  @Shaped(ID) number!: number;
  @Shaped(TEXT) from!: string;
  @Shaped(TEXT) to!: string;
  @Shaped(TEXT) cause!: string;
  @Shaped(INSTANT) at!: string;
}

/** What the person may refund. */
export class Refundable {
  @Shaped(MONEY) most!: string;
  @Shaped(MONEY, { description: 'Without the limit of the person’s role.' }) left!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(listOf(EFFECT)) effects!: readonly RefundEffect[];
}

/** How an order was paid and refunded. */
export class PaymentsOfOrder {
  @Shaped(orNull(COUNT)) receipt_number!: number | null;
  @Shaped(orNull(TEXT), {
    description:
      'Where the buyer pays an open order, after logging in. Null also for who sees payments masked.',
  })
  payment_link!: string | null;
  @Shaped([PaymentOfOrder]) payments!: readonly PaymentOfOrder[];
  @Shaped([RefundOfOrder]) refunds!: readonly RefundOfOrder[];
  @Shaped([DisputeOfOrder]) disputes!: readonly DisputeOfOrder[];
  @Shaped([TransitionOfOrder]) transitions!: readonly TransitionOfOrder[];
  @Shaped(orNull(Refundable), { description: 'Null: nothing.' }) refundable!: Refundable | null;
}

/** A refund that was asked for. */
export class NewRefund {
  @Shaped(ID) refund_id!: number;
  @Shaped(REFUND_STATE, { description: '`requested` if the provider did not answer; a job tries again.' })
  state!: RefundState;
}

export class AccountOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) provider!: string;
  @Shaped(TEXT, { description: 'The provider’s name for people.' }) provider_title!: string;
  @Shaped(TEXT) ref!: string;
  @Shaped(FLAG) live!: boolean;
  @Shaped(FLAG) enabled!: boolean;
  @Shaped(orNull(INSTANT)) last_event_at!: string | null;
}

/** What needs a person. */
export class PaymentProblem {
  @Shaped({ type: 'string', enum: PROBLEM_KINDS }) kind!: ProblemKind;
  @Shaped(TEXT) ref!: string;
  @Shaped(orNull(ID)) order_id!: number | null;
  @Shaped(INSTANT) since!: string;
  @Shaped(TEXT) code!: string;
}

/** The payments of the fan club as a whole. */
export class PaymentsOfClub {
  @Shaped([AccountOfClub]) accounts!: readonly AccountOfClub[];
  @Shaped({ type: 'object', additionalProperties: COUNT, description: 'The number of payments by state.' })
  payments!: Readonly<Record<string, number>>;
  @Shaped([PaymentProblem]) problems!: readonly PaymentProblem[];
}
