import { COUNT, ID, INSTANT, MONEY, orNull, Shaped, TEXT } from '#platform/reference';
import { Address } from '#domains/shipping';
import { Parcel } from './parcel.answers';

export class PlanOfOrder {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

/** Who placed an order. Masked: initials, and a hidden address. */
export class Buyer {
  @Shaped(orNull(TEXT)) email!: string | null;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
}

export class StaffOrderTotals {
  @Shaped(orNull(MONEY)) shipping!: string | null;
  @Shaped(orNull(MONEY)) discount!: string | null;
  @Shaped(orNull(MONEY)) subtotal!: string | null;
  @Shaped(MONEY) total!: string;
}

const SHIPPING = { required: false, description: 'Absent for who sees only what shipping needs.' };
const FULL = { required: false, description: 'Only for who sees orders in full.' };

/** An order in a list. */
export class StaffOrderListItem {
  @Shaped(ID) id!: number;
  @Shaped(ID) member_id!: number;
  @Shaped(PlanOfOrder) plan!: PlanOfOrder;
  @Shaped({
    type: 'string',
    enum: ['sale', 'comp', 'gift_purchase'],
    description: '`gift_purchase`: bought for somebody else.',
  })
  kind!: 'sale' | 'comp' | 'gift_purchase';
  @Shaped({ type: 'string', enum: ['open', 'complete', 'refunded'] }) state!:
    'open' | 'complete' | 'refunded';
  @Shaped(INSTANT) created_at!: string;
  @Shaped(COUNT) parcels!: number;
  @Shaped(Buyer, SHIPPING) member?: Buyer;
  @Shaped(orNull(StaffOrderTotals), SHIPPING) totals?: StaffOrderTotals | null;
  @Shaped(orNull(INSTANT), SHIPPING) paid_at?: string | null;
  @Shaped(orNull(INSTANT), SHIPPING) refunded_at?: string | null;
}

/** An order with its parcels. */
export class StaffOrder extends StaffOrderListItem {
  @Shaped(orNull(Address), FULL) billing_address?: Address | null;
  @Shaped(orNull(TEXT), {
    required: false,
    description: 'Why it was given. Only for who sees orders in full.',
  })
  reason?: string | null;
  @Shaped([Parcel]) shipments!: readonly Parcel[];
}
